import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type Decision, recordDecision } from "../log/audit.ts";
import type { Added, Scope } from "../undo/watch.ts";
import { watched } from "../undo/watch.ts";
import { mayDecide } from "../roles.ts";

export interface By {
  actor: string;
  now: Date;
  reason?: string | null;
}

export interface Changed extends Omit<Decision, "actor" | "reason"> {
  perfumeId: number;
  /** ids of what the change created */
  added?: Added;
}

export interface Done {
  outcome: "done";
  /** id of the log entry */
  entry: number;
  perfumeId: number;
}

export type NotDone = { outcome: "not-allowed" | "no-such-perfume" };

/** Changes the catalogue, logs it and stores what an undo needs, in one transaction (RULES.md 10.12). */
export async function changeCatalog<Refused extends { outcome: string }>(
  db: Db,
  { actor, now, reason = null }: By,
  scope: Scope,
  work: (tx: Db) => Promise<Changed | Refused>,
): Promise<Done | NotDone | Refused> {
  return inTransaction(db, async (tx): Promise<Done | NotDone | Refused> => {
    if (!(await mayDecide(tx, actor))) return { outcome: "not-allowed" };
    const { result, store } = await watched(tx, scope, () => work(tx));
    if (!isChange(result)) return result;
    const { added, ...decision } = result;
    const entry = await recordDecision(tx, { ...decision, actor, reason }, now);
    await store(entry, now, added);
    await catalogChanged(tx);
    return { outcome: "done", entry, perfumeId: decision.perfumeId };
  });
}

const isChange = (result: object): result is Changed => "action" in result;

export async function findPerfume(db: Db, id: number) {
  return db.selectFrom("perfumes").selectAll().where("id", "=", id).executeTakeFirst();
}
