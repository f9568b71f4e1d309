import { expect, test } from "vitest";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { countPerfumes, listBrandAddresses, listPerfumes, newestDupes } from "./crawl-lists.ts";
import { wasRemoved } from "./redirects.ts";

const later = "2026-03-01T00:00:00.000Z";

test("perfumes are listed in ranges, each with the last change of the perfume or a dupe", async () => {
  const db = await freshDatabase();
  const ids = [
    await addPerfume(db, "Creed", "Aventus"),
    await addPerfume(db, "Creed", "Viking"),
    await addPerfume(db, "Dior", "Sauvage"),
  ];
  const dupe = await addDupe(db, ids[0]!, "Armaf", "Club de Nuit");
  await db.updateTable("dupes").set({ updated_at: later }).where("id", "=", dupe).execute();
  const listed = [...(await listPerfumes(db, 0, 2)), ...(await listPerfumes(db, 2, 9))];
  expect(listed.map(({ id, changedAt }) => [id, changedAt.slice(0, 10)])).toEqual([
    [ids[0], "2026-03-01"],
    [ids[1], "2026-01-01"],
    [ids[2], "2026-01-01"],
    [ids[2]! + 1, "2026-03-01"],
  ]);
  expect(await countPerfumes(db)).toBe(4);
  expect((await listBrandAddresses(db)).map(({ slug, perfumes }) => [slug, perfumes])).toEqual([
    ["armaf", 1],
    ["creed", 2],
    ["dior", 1],
  ]);
});

test("the newest dupes come first, with their originals", async () => {
  const db = await freshDatabase();
  const aventus = await addPerfume(db, "Creed", "Aventus");
  for (const name of ["A", "B", "C"]) await addDupe(db, aventus, "Armaf", name);
  const newest = await newestDupes(db, 2);
  expect(newest.map(({ dupeNombre, nombre }) => [dupeNombre, nombre])).toEqual([
    ["C", "Aventus"],
    ["B", "Aventus"],
  ]);
});

test("a removed perfume is remembered, and its id is never reused", async () => {
  const db = await freshDatabase();
  const id = await addPerfume(db, "Creed", "Aventus");
  expect(await wasRemoved(db, id)).toBe(false);
  await db.deleteFrom("perfumes").where("id", "=", id).execute();
  expect([await wasRemoved(db, id), await wasRemoved(db, id + 1)]).toEqual([true, false]);
  expect(await addPerfume(db, "Dior", "Sauvage")).toBe(id + 1);
  expect(await wasRemoved(db, id)).toBe(true);
});
