import { beforeEach, expect, test } from "vitest";
import { suggestPerfume } from "../../../../tests/support/suggestions.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../../tests/support/accounts.ts";
import {
  addDupe,
  addPerfume as stored,
  freshDatabase,
  revisionOf,
} from "../../../../tests/support/database.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { findEntry } from "../log/audit.ts";
import { setRole } from "../operators.ts";
import { same } from "../queue/decide.ts";
import { undo } from "../undo/undo.ts";
import { addAlias, addPerfume, editPerfume } from "./edit-perfume.ts";
import { merge } from "./merge.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const now = new Date("2026-12-02T10:00:00Z");
const by = { actor: "olga", now };
const asad = { marca: "Lattafa", nombre: "Asad" };
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await addAccount(db, "olga");
  await setRole(db, "olga", "moderator", now);
});

const added = () => addPerfume(db, asad, by);
const bottles = () => db.selectFrom("perfumes").select(["marca", "nombre"]).execute();

test("an added bottle is logged, and gone after an undo, however often it was opened", async () => {
  const { entry, perfumeId } = await added();
  expect(await bottles()).toEqual([asad]);
  expect(await findEntry(db, entry)).toMatchObject({
    action: "add",
    subject: `perfume:${perfumeId}`,
    perfumeId,
    before: null,
    after: asad,
  });
  await db.updateTable("perfumes").set({ vistas: 3 }).execute();
  await undo(db, entry, "olga", now);
  expect(await bottles()).toEqual([]);
});

test("a name that a bottle has in another spelling or as an alias is taken", async () => {
  const id = await stored(db, "LATTAFA", "Ásad");
  await addAlias(db, id, "Lion", "name", by);
  for (const nombre of ["asad", "Lion"])
    await expect(addPerfume(db, { marca: "Lattafa", nombre }, by)).rejects.toMatchObject({
      code: "taken-name",
      details: { namesake: { id } },
    });
});

test("only operators add bottles", async () => {
  await addAccount(db, "eva");
  expect(await outcomeOf(addPerfume(db, asad, { actor: "eva", now }))).toBe("not-allowed");
});

test.each<[string, (id: number) => Promise<unknown>]>([
  ["a dupe", (id) => addDupe(db, id, "Zara", "Night")],
  ["a price", (id) => addPrice(db, id, 1990, now)],
  ["an alias", (id) => addAlias(db, id, "Lion", "name", by)],
  [
    "a correction",
    async (id) => editPerfume(db, id, { nombre: "Asad X" }, await revisionOf(db, id), by),
  ],
  ["a merge", async (id) => merge(db, await stored(db, "Lattafa", "Asaad"), id, by)],
  [
    "a suggestion found to be the same",
    async (id) => {
      await suggestPerfume(
        db,
        { marca: "Lattafa", nombre: "Assad", userId: null, language: "es" },
        now,
      );
      return same(db, { kind: "perfume", id: 1, version: 1 }, id, "olga", now);
    },
  ],
])("an added bottle that has %s stays", async (_, use) => {
  const { entry, perfumeId } = await added();
  await use(perfumeId);
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
  expect((await bottles()).map(({ marca }) => marca)).toContain("Lattafa");
});

test("an added bottle whose correction was undone can be undone", async () => {
  const { entry, perfumeId } = await added();
  const edited = await editPerfume(
    db,
    perfumeId,
    { nombre: "Asad X" },
    await revisionOf(db, perfumeId),
    by,
  );
  await undo(db, edited.entry, "olga", now);
  await undo(db, entry, "olga", now);
  expect(await bottles()).toEqual([]);
});
