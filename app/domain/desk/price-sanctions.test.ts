// Removing all prices of a person, and taking that back (RULES.md 10.18).
import { beforeEach, expect, test } from "vitest";
import { decideSighting } from "#app/domain/prices/decide-sighting.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner } from "../../../tests/support/accounts.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { merge } from "./catalog/merge.ts";
import { remove } from "./catalog/edit-perfume.ts";
import { accept, refuse } from "./queue/decide.ts";
import { removePrices } from "./sanctions.ts";
import { undo } from "./undo/undo.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
let db: Db;
let bottle: number;
let shown: number;
let held: number;
let others: number;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  const anas = { user_id: "ana", vouched: 0 as const };
  shown = await addPrice(db, bottle, 2490, now, anas);
  held = await addPrice(db, bottle, 9900, now, { ...anas, state: "held" });
  await addPrice(db, bottle, 100, now, { ...anas, state: "refused" });
  others = await addPrice(db, bottle, 2590, now, { user_id: "bea", vouched: 0 });
});

const removeAnas = async () => (await removePrices(db, "ana", "olga", now)).entry;
const stateOf = async (id: number) =>
  (await db.selectFrom("prices").select("state").where("id", "=", id).executeTakeFirst())?.state;
const states = async () => [await stateOf(shown), await stateOf(held), await stateOf(others)];
const summaries = () => db.selectFrom("price_summaries").select("count").execute();

test("all of a person's prices go, and come back as they were when that is undone", async () => {
  const before = await summaries();
  const done = await removePrices(db, "ana", "olga", now);
  expect(done).toMatchObject({ count: 2 });
  expect(await states()).toEqual(["refused", "refused", "shown"]);
  expect(await summaries()).toEqual([{ count: 1 }]);
  expect(await disagreements(db, now)).toEqual([]);
  expect(await outcomeOf(removePrices(db, "ana", "olga", now))).toBe("unchanged");
  const { entry } = done;
  await undo(db, entry, "olga", daysLater(29));
  expect([await states(), await summaries()]).toEqual([["shown", "held", "shown"], before]);
  expect(await disagreements(db, now)).toEqual([]);
});

test("what operators decided on a price since stands", async () => {
  const entry = await removeAnas();
  const decision = { actor: "olga", reason: null };
  await decideSighting(db, held, { ...decision, state: "shown" }, daysLater(1));
  await decideSighting(db, shown, { ...decision, state: "refused" }, daysLater(1));
  expect(await outcomeOf(undo(db, entry, "olga", daysLater(2)))).toBe("changed-since");
  // Another's is like the refused one.
  expect(await states()).toEqual(["refused", "shown", "held"]);
});

test("a removal and its undo leave a price of a refusal before to that refusal's undo", async () => {
  const refused = await refuse(db, { kind: "price", id: held, version: null }, "", "olga", now);
  const entry = await removeAnas();
  await undo(db, entry, "olga", daysLater(1));
  expect(await states()).toEqual(["shown", "refused", "shown"]);
  await undo(db, refused.entry, "olga", daysLater(2));
  expect(await states()).toEqual(["shown", "held", "shown"]);
  await accept(db, { kind: "price", id: held, version: null }, {}, "olga", now);
  expect(await states()).toEqual(["shown", "shown", "shown"]);
});

test("a removed bottle comes back without the prices that were removed since, until that is undone, too", async () => {
  const gone = (await remove(db, bottle, { actor: "olga", now })).entry;
  const other = await addPerfume(db, "Armaf", "Tag");
  await addPrice(db, other, 2490, now, { user_id: "ana", vouched: 0 });
  const entry = await removeAnas();
  await undo(db, gone, "olga", daysLater(1));
  expect(await states()).toEqual(["refused", "refused", "shown"]);
  await undo(db, entry, "olga", daysLater(2));
  expect(await states()).toEqual(["shown", "held", "shown"]);
  expect(await disagreements(db, now)).toEqual([]);
});

test("prices removed before their bottle come back with both undone, also where they were merged", async () => {
  const entry = await removeAnas();
  const gone = (await remove(db, bottle, { actor: "olga", now })).entry;
  await undo(db, gone, "olga", daysLater(1));
  await merge(db, bottle, await addPerfume(db, "Armaf", "CDNIM"), { actor: "olga", now });
  await undo(db, entry, "olga", daysLater(2));
  expect(await states()).toEqual(["shown", "held", "shown"]);
});

test("a price that waits for its author's age counts by itself after the undo", async () => {
  const counts_from = daysLater(3).toISOString();
  await db.updateTable("prices").set({ counts_from }).where("id", "=", held).execute();
  const entry = await removeAnas();
  await undo(db, entry, "olga", now);
  const row = db.selectFrom("prices").select("counts_from").where("id", "=", held);
  expect(await row.executeTakeFirst()).toEqual({ counts_from });
});

test("two removals at the same moment are one", async () => {
  const outcomes = await Promise.all(
    [1, 2].map(() => outcomeOf(removePrices(db, "ana", "olga", now))),
  );
  expect(outcomes).toContain("unchanged");
  expect(outcomes).toContainEqual({ entry: expect.any(Number), count: expect.any(Number) });
});
