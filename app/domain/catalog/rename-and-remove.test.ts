import { beforeEach, expect, test } from "vitest";
import { wasRemoved } from "./redirects.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { removePerfume, renamePerfume } from "./rename-and-remove.ts";
import { probableDuplicates } from "./known-names.ts";
import { catalogVersion } from "./catalog-version.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
let db: Db;
let aventus: number;
let clone: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Armaf", "Club de Nuit");
  clone = aventus + 1;
});

const alias = (perfume_id: number, marca_clave: string, name: string) =>
  db
    .insertInto("perfume_aliases")
    .values({ perfume_id, marca_clave, alias: name, alias_clave: name, kind: "name" })
    .execute();

test("a new name shows in every dupe immediately, and its aliases move to the new brand", async () => {
  await alias(clone, "armaf", "cdn");
  const version = await catalogVersion(db);
  expect(await renamePerfume(db, clone, { marca: "Sterling" }, now)).toEqual({
    outcome: "renamed",
    before: { marca: "Armaf", nombre: "Club de Nuit" },
  });
  expect(await db.selectFrom("dupes").select(["marca", "nombre"]).execute()).toEqual([
    { marca: "Sterling", nombre: "Club de Nuit" },
  ]);
  expect(await db.selectFrom("perfume_aliases").select("marca_clave").execute()).toEqual([
    { marca_clave: "sterling" },
  ]);
  expect(await catalogVersion(db)).toBe(version + 1);
});

test("another bottle's name or alias is refused; the bottle's own alias can become its name", async () => {
  const other = await addPerfume(db, "Sterling", "Club de Nuit");
  expect(await renamePerfume(db, clone, { marca: "STERLING" }, now)).toEqual({
    outcome: "taken",
    id: other,
  });
  await alias(clone, "armaf", "cdn");
  await alias(other, "sterling", "cdn");
  expect(await renamePerfume(db, clone, { marca: "Sterling", nombre: "New" }, now)).toEqual({
    outcome: "alias-taken",
    alias: "cdn",
    id: other,
  });
  expect(await renamePerfume(db, 999, { nombre: "x" }, now)).toEqual({ outcome: "no-such-bottle" });
  expect(await renamePerfume(db, clone, { nombre: "CDN" }, now)).toMatchObject({
    outcome: "renamed",
  });
  expect(await db.selectFrom("perfume_aliases").select("marca_clave").execute()).toEqual([
    { marca_clave: "sterling" },
  ]);
});

test("a rename cannot take another bottle's alias, or move an alias to a brand where it is a bottle's name", async () => {
  await alias(clone, "armaf", "cdn");
  const tag = await addPerfume(db, "Armaf", "Tag");
  expect(await renamePerfume(db, tag, { nombre: "CDN" }, now)).toEqual({
    outcome: "alias-taken",
    alias: "cdn",
    id: clone,
  });
  const sterling = await addPerfume(db, "Sterling", "CDN");
  expect(await renamePerfume(db, clone, { marca: "Sterling" }, now)).toEqual({
    outcome: "alias-taken",
    alias: "cdn",
    id: sterling,
  });
  expect(await renamePerfume(db, sterling, { nombre: "Tag" }, now)).toMatchObject({
    outcome: "renamed",
  });
});

test("removing a bottle reports everything deleted with it", async () => {
  const dupe = await db.selectFrom("dupes").select("id").executeTakeFirstOrThrow();
  const user_id = await addAccount(db, "ana");
  const at = now.toISOString();
  await db
    .insertInto("user_votes")
    .values({ dupe_id: dupe.id, user_id, voto: 1, created_at: at })
    .execute();
  expect(await removePerfume(db, aventus)).toEqual({
    marca: "Creed",
    nombre: "Aventus",
    dupes: 1,
    originals: 0,
    votes: 1,
    reviews: 0,
    prices: 0,
  });
  expect(await wasRemoved(db, aventus)).toBe(true);
  expect(await db.selectFrom("user_votes").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("perfumes").select("id").execute()).toEqual([{ id: clone }]);
  expect(await removePerfume(db, aventus)).toBeUndefined();
});

test("bottles with the same words in any order and spelling are probable duplicates", async () => {
  const again = await addPerfume(db, "Club", "de nuit, ARMAF");
  const third = await addPerfume(db, "Armaf", "Club-de-Nuit");
  await addPerfume(db, "Armaf", "Club de Nuit Intense");
  await addPerfume(db, "لطافة", "عود");
  await addPerfume(db, "لطافة", "ورد");
  expect(await probableDuplicates(db)).toEqual([
    [
      { id: clone, marca: "Armaf", nombre: "Club de Nuit" },
      { id: again, marca: "Club", nombre: "de nuit, ARMAF" },
      { id: third, marca: "Armaf", nombre: "Club-de-Nuit" },
    ],
  ]);
});
