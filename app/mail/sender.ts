import { type Courier, createCourier } from "../courier/courier.ts";
import type { Db } from "#db/connect.ts";
import { failureOf } from "./failures.ts";
import type { Deliver } from "./message.ts";
import { endTurn, type Queued, takeLetter } from "./turns.ts";

export type Sender = Courier;

/** Sends what is in the outbox. @param options as createCourier's */
export function createSender(
  db: Db,
  deliver: Deliver,
  options?: { every?: number; atOnce?: number },
): Sender {
  return createCourier<Queued>(
    {
      name: "The outbox",
      take: (lease, now, until) => takeLetter(db, lease, now, until),
      deliver,
      failureOf,
      endTurn: (letter, fate) => endTurn(db, letter, fate),
      describe: (letter) => `Letter ${letter.id}`,
    },
    options,
  );
}
