// Undoing the removal of a bottle (RULES.md 10.9).
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { findByAlias } from "#app/domain/catalog/bottles.ts";
import { createPhotoStore } from "#app/domain/catalog/photo-store.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { addSource } from "#app/domain/catalog/sources.ts";
import { wasRemoved } from "#app/domain/catalog/redirects.ts";
import { createFolderStore } from "#app/uploads/folder-store.ts";
import type { Db } from "#db/database.ts";
import { isPostgres } from "#db/dialect.ts";
import { addAccount, addOwner } from "../../../../tests/support/accounts.ts";
import {
  addDupe,
  addPerfume,
  freshDatabase,
  revisionOf,
} from "../../../../tests/support/database.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { deleteOldChangedRows } from "../undo/changed-rows.ts";
import { trackedTables } from "../undo/tracked-tables.ts";
import { undo } from "../undo/undo.ts";
import { addAlias, editPerfume, remove } from "./edit-perfume.ts";
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

/** Every row of every table that a bottle's removal reaches. */
async function everything(): Promise<Record<string, string[]>> {
  const unstored = ["removed_perfumes", "perfume_searches", "price_summaries"] as const;
  const names = [...unstored, ...trackedTables.map(({ name }) => name)];
  const rows = await Promise.all(
    names.map(async (name) => {
      const found = await db.selectFrom(name).selectAll().execute();
      return [name, found.map((row) => JSON.stringify({ ...row, updated_at: null })).toSorted()];
    }),
  );
  return Object.fromEntries(rows) as Record<string, string[]>;
}

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
  for (const name of ["eva", "ana", "leo"]) await addAccount(db, name);
  const aventus = await addPerfume(db, "Creed", "Aventus");
  gone = await addPerfume(db, "Armaf", "Club de Nuit", { popularidad: 3 });
  const merged = await addPerfume(db, "Armaf", "CDNIM");
  await merge(db, merged, gone, by);
  dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit");
  await addDupe(db, gone, "Zara", "Vibrant");
  const source = { url: "https://forum.example/1", title: "Alike", said_on: null } as const;
  await addSource(db, dupe, { ...source, stance: "against", kind: "article" }, now);
  await addAlias(db, gone, "CDN", "code", by);
  await vote("eva", dupe, 1);
  await vote("ana", dupe, -1);
  const { id: review_id } = await db
    .insertInto("dupe_reviews")
    .values({ user_id: "eva", dupe_id: dupe, description: "Smoky", created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("review_reports")
    .values({ review_id, user_id: "ana", reason: "spam", note: null, created_at: at })
    .execute();
  const price_id = await addPrice(db, gone, 2490, now, {
    user_id: "eva",
    decided_by: "leo",
    decided_at: at,
  });
  await db.insertInto("price_gone").values({ price_id, user_id: "leo", created_at: at }).execute();
  await db
    .insertInto("shelf")
    .values({ user_id: "eva", perfume_id: gone, list: "want", since: at, told_price: 5 })
    .execute();
  await db
    .insertInto("dupe_alerts")
    .values({ user_id: "ana", perfume_id: gone, since: at, language: "fr" })
    .execute();
  await suggestions();
  await db
    .insertInto("perfume_month_views")
    .values({ month: "2026-11", perfume_id: gone, views: 7 })
    .execute();
  for (const one of ["eva", "eva", null, null]) await see(gone, one);
});

/** One about the bottle, and one that it was accepted for. */
async function suggestions(): Promise<void> {
  const values = { user_id: "leo", veces: 2, created_at: at };
  const { id: dupe_suggestion_id } = await db
    .insertInto("sugerencias_dupes")
    .values({
      ...values,
      perfume_id: gone,
      nombre_dupe: "Dune",
      marca_dupe: "Dior",
      clave: "dior dune",
      twin_key: "dior\ndune",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("suggestion_authors")
    .values({ dupe_suggestion_id, user_id: "leo", at, language: "es" })
    .execute();
  await db
    .insertInto("sugerencias_perfumes")
    .values({
      ...values,
      nombre_perfume: "Club",
      marca_perfume: "Armaf",
      clave: "armaf club",
      twin_key: "armaf\nclub",
      state: "accepted",
      bottle_id: gone,
      decided_by: "leo",
    })
    .execute();
}

test("a removed bottle comes back for seven days with every row of every table (RULES.md 10.9)", async () => {
  const before = await everything();
  const entry = (await remove(db, gone, by)).entry;
  expect(await wasRemoved(db, gone)).toBe(true);
  expect((await everything()).user_votes).toEqual([]);
  await deleteOldChangedRows(db, later(6.9));
  await undo(db, entry, "olga", later(6.9));
  const after = await everything();
  for (const table of Object.keys(before))
    expect([table, after[table]]).toEqual([table, before[table]]);
  expect(await wasRemoved(db, gone)).toBe(false);
  expect(await findByAlias(db, { marca: "Armaf", nombre: "cdn" })).toBe(gone);
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
  const before = await everything();
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
  expect(await everything()).toEqual(before);
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
    removed_prices: "of the release before",
    removed_reviews: "of the release before",
    review_drafts: "kept for a day only",
    verdict_counts: "recomputed",
    blind_counts: "recomputed",
  };
  const known = [...trackedTables.map(({ name }) => name as string), ...Object.keys(apart)];
  expect([...hanging].toSorted()).toEqual(known.toSorted());
});
