// Nobody walks a bottle's bounds down (RULES.md 4.4).
import { beforeEach, expect, test } from "vitest";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { insertSightings } from "./write-sighting.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
let db: Db;
let bottle: number;
let bought: Speaker[];

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Creed", "Aventus");
  await addShop(db, "druni.es");
  bought = [
    await confirmedPerson(db, "mallory", null, "one"),
    await confirmedPerson(db, "mallory2", null, "another"),
  ];
});

async function see(by: Speaker, amount: number, size = 100) {
  const sighting = { amount, currency: "EUR", size, shop: "druni.es", kind: "bottle" as const };
  const outcome = await addSighting(db, bottle, { ...sighting, seenOn: "2026-11-12" }, by, now);
  return "because" in outcome ? outcome.because : outcome.outcome;
}

/** Two bought voices, ten prices each. @returns the lowest price per 100 ml that is shown, in cents */
async function walkDown(): Promise<number> {
  let lowest = 10_000;
  for (let size = 100; size > 90; size--)
    for (let next = Math.ceil(lowest / 3); next < lowest; next = Math.ceil(next * 1.05)) {
      const outcomes = [];
      for (const by of bought) outcomes.push(await see(by, Math.ceil((next * size) / 100), size));
      if (!outcomes.includes("shown")) continue;
      lowest = next;
      break;
    }
  return lowest;
}

test("from an operator's price two people come to a third, not to a third of it again", async () => {
  await addPrice(db, bottle, 10_000, now);
  expect(await walkDown()).toBeGreaterThan(3300);
});

test("from an honest pair's they do not come to a sixth", async () => {
  for (const name of ["ana", "bea"]) await see(await confirmedPerson(db, name, null, name), 10_000);
  expect(await walkDown()).toBeGreaterThan(10_000 / 6);
});

test("a thousand newer prices that two people vouch for leave an operator's price the measure", async () => {
  await addPrice(db, bottle, 10_000, now);
  const mass = Array.from({ length: 1000 }, (_, n) => {
    const { userId, mailboxes, network } = bought[n % 2]!;
    const by = { user_id: userId, mailbox: mailboxes[0]!, network, counted_at: now.toISOString() };
    const offer = {
      amount_cents: 3400 + (n >> 1),
      currency: "EUR",
      size_ml: 100,
      shop: "druni.es",
    };
    const seen = { kind: "bottle" as const, seen_on: "2026-11-12", created_at: now.toISOString() };
    return {
      perfume_id: bottle,
      ...offer,
      ...seen,
      ...by,
      state: "shown" as const,
      vouched: 1 as const,
    };
  });
  await insertSightings(db, mass);
  expect(await see(bought[0]!, 1500, 99)).toBe("unusual-price");
});

test("many mailboxes of one network are one voice in the median that bounds others' prices", async () => {
  const own = (n: number) => confirmedPerson(db, `honest${n}`, null, `home ${n}`);
  for (let n = 0; n < 5; n++) await see(await own(n), 9000);
  await see(bought[1]!, 3000);
  for (let n = 0; n < 6; n++)
    await see(await confirmedPerson(db, `mallory ${n}`, null, "one"), 3000, 99 - n);
  expect(await see(bought[1]!, 1500, 90)).toBe("unusual-price");
});
