import { beforeEach, expect, test } from "vitest";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import { suggestFacts } from "#app/domain/suggestions/fact-suggestions.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner } from "../../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";
import { mergePerfumes } from "../catalog/merge.ts";
import { suspend } from "../sanctions.ts";
import { undo } from "../undo/undo.ts";
import { accept, decideEach, refuse } from "./decide.ts";
import { itemName } from "./items.ts";
import { listQueue } from "./queue-page.ts";
import { countWaiting } from "./waiting-items.ts";

const now = new Date("2026-12-05T10:00:00.000Z");
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
let db: Db;
let bottle: number;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  bottle = await addPerfume(db, "Creed", "Aventus", { anio: 2009, familia: "woody" });
});

const suggest = (userId: string, facts: Parameters<typeof suggestFacts>[1]["facts"], at = now) =>
  suggestFacts(db, { perfumeId: bottle, userId, facts }, at);
const known = () =>
  db.selectFrom("perfumes").selectAll().where("id", "=", bottle).executeTakeFirstOrThrow();
const stored = () => db.selectFrom("fact_suggestions").selectAll().orderBy("id").execute();
const waiting = async () =>
  (await listQueue(db, { alike: async () => [] }, { kind: "facts", page: 1 })).items;

test("accepting changes only the suggested facts, and undoing restores them and lets it wait", async () => {
  await suggest("ana", { anio: 2010, familia: null, concentracion: null });
  const [item] = await waiting();
  expect(item).toMatchObject({
    name: "facts:1",
    times: 1,
    perfume: { id: bottle, nombre: "Aventus" },
    details: { before: { anio: 2009, familia: "woody" }, after: { anio: 2010, familia: null } },
  });
  const entry = (await accept(db, item!, {}, "olga", now)).entry;
  expect(await known()).toMatchObject({ anio: 2010, familia: null });
  expect(await waiting()).toEqual([]);
  await undo(db, entry, "olga", now);
  expect(await known()).toMatchObject({ anio: 2009, familia: "woody" });
  expect(await waiting()).toMatchObject([{ name: "facts:1" }]);
});

test("what the operator corrects replaces what was suggested, and undoing takes all of it back", async () => {
  await suggest("ana", { anio: 2001, familia: "fresh" });
  const [item] = await waiting();
  expect(item!.details).toMatchObject({ facts: { anio: 2001, familia: "fresh", notas: null } });
  const facts = { anio: 2010, familia: "woody", notas: "birch" };
  const entry = (await accept(db, item!, { facts }, "olga", now)).entry;
  expect(await known()).toMatchObject(facts);
  await undo(db, entry, "olga", now);
  expect(await known()).toMatchObject({ anio: 2009, familia: "woody", notas: null });
  expect(await waiting()).toMatchObject([{ details: { after: { anio: 2001, familia: "fresh" } } }]);
});

test("an acceptance is not undone once the facts have changed again", async () => {
  await suggest("ana", { anio: 2010 });
  const entry = (await accept(db, { kind: "facts", id: 1, version: null }, {}, "olga", now)).entry;
  await setOfBottle(db, bottle, { anio: 2011 }, now);
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
  expect(await known()).toMatchObject({ anio: 2011 });
});

test("a change of the bottle makes the item outdated, also within one press for several", async () => {
  await suggest("ana", { anio: 2010 });
  await suggest("bea", { anio: 2011, notas: "birch" });
  const done = await decideEach(await waiting(), (one) => accept(db, one, {}, "olga", now));
  expect(done.map(([item, one]) => [itemName(item), "code" in one ? one.code : "decided"])).toEqual(
    [
      ["facts:1", "decided"],
      ["facts:2", "stale"],
    ],
  );
  expect(await waiting()).toMatchObject([
    { details: { before: { anio: 2010, notas: null }, after: { anio: 2011, notas: "birch" } } },
  ]);
});

test("a merge makes the item outdated, because it is about another bottle now", async () => {
  await suggest("ana", { concentracion: "edp" });
  const [seen] = await waiting();
  const facts = { anio: 2009, familia: "woody", concentracion: "edt" } as const;
  const into = await addPerfume(db, "Creed", "Aventus EdT", facts);
  await mergePerfumes(db, bottle, into, now);
  expect(await outcomeOf(accept(db, seen!, {}, "olga", now))).toBe("stale");
  expect(await waiting()).toMatchObject([
    { details: { before: { concentracion: "edt" }, after: { concentracion: "edp" } } },
  ]);
});

test("a refused suggestion stays refused for 180 days, another one waits", async () => {
  await suggest("ana", { anio: 2010 });
  const item = { kind: "facts", id: 1, version: null } as const;
  const entry = (await refuse(db, item, "No", "olga", now)).entry;
  await suggest("ana", { anio: 2010 }, later(179));
  expect(await countWaiting(db)).toMatchObject({ facts: 0 });
  await suggest("ana", { anio: 2010 }, later(181));
  await suggest("ana", { anio: 2012 }, later(182));
  expect(await stored()).toMatchObject([
    { state: "refused", reason: "No", anio: 2010 },
    { state: "waiting", version: 2, anio: 2012 },
  ]);
  await undo(db, entry, "olga", now);
});

test("a suspended person's suggestion leaves the queue, and one of a deleted account stays without its author", async () => {
  await suggest("ana", { anio: 2010 });
  await suggest("bea", { anio: 2011 });
  await suspend(db, "ana", { reason: "spam", days: null }, "olga", now);
  await db.deleteFrom("usuarios").where("id", "=", "bea").execute();
  expect(await waiting()).toMatchObject([{ name: "facts:2", people: 0, askers: [] }]);
  expect(await outcomeOf(suggest("ana", { anio: 2012 }))).toBe("no-such-person");
});

test("a suggestion that changes nothing, or is about no bottle, is not stored, and one goes with its bottle", async () => {
  expect(await outcomeOf(suggest("ana", { anio: 2009, notas: null }))).toBe("unchanged");
  const other = { perfumeId: 999, userId: "ana", facts: { anio: 2010 } };
  expect(await outcomeOf(suggestFacts(db, other, now))).toBe("no-such-perfume");
  await suggest("ana", { anio: 2010 });
  expect(await stored()).toHaveLength(1);
  await db.deleteFrom("perfumes").execute();
  expect(await stored()).toEqual([]);
});
