// Undoing the removal of a bottle (RULES.md 10.9).
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { findByAlias } from "#app/domain/catalog/bottles.ts";
import { createPhotoStore } from "#app/domain/catalog/photo-store.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { wasRemoved } from "#app/domain/catalog/redirects.ts";
import { createFolderStore } from "#app/uploads/folder-store.ts";
import type { Db } from "#db/database.ts";
import { isPostgres } from "#db/dialect.ts";
import { addOwner } from "../../../../tests/support/accounts.ts";
import {
  addDupe,
  addPerfume,
  freshDatabase,
  revisionOf,
} from "../../../../tests/support/database.ts";
import { addSpeakers, everyRow, fillBottle } from "../../../../tests/support/full-bottle.ts";
import { deleteOldChangedRows } from "../undo/changed-rows.ts";
import { trackedTables } from "../undo/tracked-tables.ts";
import { undo } from "../undo/undo.ts";
import { editPerfume, remove } from "./edit-perfume.ts";
import { merge } from "./merge.ts";
import { deleteOldPhotos, setPhoto } from "./photos.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const now = new Date("2026-12-02T10:00:00Z");
const at = now.toISOString();
const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const by = { actor: "olga", now };

let db: Db;
let gone: number;
let dupe: number;

const see = (perfume_id: number, user_id: string | null) =>
  db.insertInto("perfume_searches").values({ perfume_id, user_id, created_at: at }).execute();

async function vote(user: string, about: number, voto: 1 | -1) {
  const values = { user_id: user, dupe_id: about, voto, created_at: at };
  await db.insertInto("user_votes").values(values).execute();
  await recountVotes(db, [about]);
}

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  await addSpeakers(db);
  const aventus = await addPerfume(db, "Creed", "Aventus");
  gone = await addPerfume(db, "Armaf", "Club de Nuit", { popularidad: 3 });
  const merged = await addPerfume(db, "Armaf", "CDNIM");
  await merge(db, merged, gone, by);
  dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit");
  await addDupe(db, gone, "Zara", "Vibrant");
  await fillBottle(db, gone, dupe, now);
});

test("a removed bottle comes back for seven days with every row of every table (RULES.md 10.9)", async () => {
  const before = await everyRow(db);
  const entry = (await remove(db, gone, by)).entry;
  expect(await wasRemoved(db, gone)).toBe(true);
  expect((await everyRow(db)).user_votes).toEqual([]);
  await deleteOldChangedRows(db, later(6.9));
  await undo(db, entry, "olga", later(6.9));
  const after = await everyRow(db);
  for (const table of Object.keys(before))
    expect([table, after[table]]).toEqual([table, before[table]]);
  expect(await wasRemoved(db, gone)).toBe(false);
  expect(await findByAlias(db, { marca: "Armaf", nombre: `code ${gone}` })).toBe(gone);
});

test("after seven days a removal is final, and what an undo needed is deleted (RULES.md 14.9)", async () => {
  const edit = (await editPerfume(db, gone, { popularidad: 4 }, await revisionOf(db, gone), by))
    .entry;
  const entry = (await remove(db, gone, by)).entry;
  expect(await outcomeOf(undo(db, entry, "olga", later(7.1)))).toBe("cannot-be-undone");
  await deleteOldChangedRows(db, later(7.1));
  const kept = await db.selectFrom("changed_rows").select("entry_id").distinct().execute();
  const ids = kept.map(({ entry_id }) => entry_id);
  expect(ids).toContain(edit);
  expect(ids).not.toContain(entry);
});

test("a removed bottle comes back after others took the ids of its votes and views", async () => {
  const other = await addDupe(db, await addPerfume(db, "Creed", "Himalaya"), "Zara", "Red");
  const entry = (await remove(db, gone, by)).entry;
  await vote("leo", other, 1);
  await see(1, null);
  await undo(db, entry, "olga", now);
  const votes = await db.selectFrom("user_votes").select(["user_id", "voto"]).execute();
  expect(votes.map(({ user_id, voto }) => `${user_id} ${voto}`).toSorted()).toEqual([
    "ana -1",
    "eva 1",
    "leo 1",
  ]);
  const views = db.selectFrom("perfume_searches").select("user_id").where("perfume_id", "=", gone);
  expect(await views.execute()).toHaveLength(4);
});

test("a removed bottle comes back without what deleted accounts had there", async () => {
  const entry = (await remove(db, gone, by)).entry;
  await db.deleteFrom("usuarios").where("id", "=", "eva").execute();
  const stored = JSON.stringify(await db.selectFrom("changed_rows").selectAll().execute());
  expect(stored).not.toContain("Smoky");
  await undo(db, entry, "olga", now);
  const views = db.selectFrom("perfume_searches").select("user_id").where("perfume_id", "=", gone);
  expect(await views.execute()).toEqual([{ user_id: null }, { user_id: null }]);
  const found = db.selectFrom("dupes").select(["likes", "dislikes"]).where("id", "=", dupe);
  expect(await found.executeTakeFirst()).toEqual({ likes: 0, dislikes: 1 });
});

test("a removal is not undone while another bottle has the name, or the other bottle of a dupe is missing", async () => {
  const entry = (await remove(db, gone, by)).entry;
  const taken = await addPerfume(db, "Armaf", "CLUB de nuit");
  const before = await everyRow(db);
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
  expect(await everyRow(db)).toEqual(before);
  await remove(db, taken, by);
  const second = (await remove(db, 1, by)).entry;
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
  await undo(db, second, "olga", now);
  await undo(db, entry, "olga", now);
});

test("a removed bottle's photo files stay until its removal is final (RULES.md 10.16)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sosia-removed-"));
  const store = createPhotoStore(createFolderStore(folder));
  await setPhoto(db, store, gone, { card: Buffer.from("a"), page: Buffer.from("b") }, by);
  await remove(db, gone, by);
  const sweep = async (days: number) => {
    await deleteOldChangedRows(db, later(days));
    await db.deleteFrom("changed_rows").where("place", "<>", "perfumes").execute();
    await deleteOldPhotos(db, store, new Date(Date.now() + days * 24 * 60 * 60 * 1000));
    return (await readdir(join(folder, "photos"), { recursive: true })).filter((one) =>
      one.endsWith(".webp"),
    );
  };
  expect(await sweep(6.9)).toHaveLength(2);
  expect(await sweep(31)).toEqual([]);
});

test("an undo knows every table that refers to a bottle, or says why not", async () => {
  if (isPostgres(db)) return;
  const { rows } = await sql<{ child: string; parent: string }>`
    select m.name as child, f."table" as parent
    from sqlite_schema as m, pragma_foreign_key_list(m.name) as f where m.type = 'table'`.execute(
    db,
  );
  const hanging = new Set(["perfumes"]);
  for (let size = 0; size !== hanging.size;) {
    size = hanging.size;
    for (const { child, parent } of rows) if (hanging.has(parent)) hanging.add(child);
  }
  const apart = {
    perfume_searches: "stored by person",
    perfume_new_views: "added to the bottle first",
    price_summaries: "recomputed",
    review_drafts: "kept for a day only",
    verdict_counts: "recomputed",
    blind_counts: "recomputed",
  };
  const known = [...trackedTables.map(({ name }) => name as string), ...Object.keys(apart)];
  expect([...hanging].toSorted()).toEqual(known.toSorted());
});
