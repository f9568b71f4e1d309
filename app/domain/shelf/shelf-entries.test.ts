import { afterEach, beforeEach, expect, test } from "vitest";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { joinShelf } from "./adopt-visitor-shelf.ts";
import {
  addToShelf,
  countShelf,
  listsOf,
  maxBottles,
  readShelf,
  removeFromShelf,
} from "./shelf-entries.ts";
import {
  currentShelf,
  maxVisitorBottles,
  readVisitorShelf,
  storeVisitorShelf,
  type VisitorShelf,
  withBottle,
  withoutBottle,
} from "./visitor-shelf.ts";

let db: Db;
let ana: string;
let aventus: number;
let sauvage: number;

const now = new Date("2026-11-20T10:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const add = (perfumeId: number, list: "want" | "have" | "had" = "want", at = now) =>
  outcomeOf(addToShelf(db, ana, { perfumeId, list }, at));
const shelf = () => db.selectFrom("shelf").select(["perfume_id", "list", "since"]).execute();

beforeEach(async () => {
  db = await freshDatabase();
  ana = await addAccount(db, "ana");
  aventus = await addPerfume(db, "Creed", "Aventus");
  sauvage = await addPerfume(db, "Dior", "Sauvage");
});
afterEach(() => db.destroy());

test("a bottle is in one list; another list moves it, the same list changes nothing", async () => {
  expect(await add(aventus)).toBeUndefined();
  expect(await add(aventus, "want", later(60))).toBeUndefined();
  expect(await shelf()).toEqual([{ perfume_id: aventus, list: "want", since: now.toISOString() }]);
  await add(aventus, "have", later(90));
  expect(await shelf()).toEqual([
    { perfume_id: aventus, list: "have", since: later(90).toISOString() },
  ]);
  await removeFromShelf(db, ana, aventus);
  expect(await shelf()).toEqual([]);
});

test("missing bottles and deleted people store nothing", async () => {
  expect(await add(999)).toBe("no-such-perfume");
  await db.deleteFrom("perfumes").where("id", "=", sauvage).execute();
  expect(await add(sauvage)).toBe("no-such-perfume");
  const gone = addToShelf(db, "nobody", { perfumeId: aventus, list: "want" }, now);
  await expect(gone).rejects.toThrow("no-such-person");
  expect(await shelf()).toEqual([]);
});

test("an account holds at most 1,000 bottles; those on it can still be moved", async () => {
  const more = Array.from({ length: maxBottles - 1 }, (_, at) => at);
  const ids: number[] = [];
  for (const at of more) ids.push(await addPerfume(db, "Zara", `Number ${at}`));
  for (let at = 0; at < ids.length; at += 250)
    await db
      .insertInto("shelf")
      .values(
        ids.slice(at, at + 250).map((perfume_id) => ({
          user_id: ana,
          perfume_id,
          list: "had" as const,
          since: now.toISOString(),
        })),
      )
      .execute();
  expect(await add(aventus)).toBeUndefined();
  expect(await add(sauvage)).toBe("full-shelf");
  expect(await add(aventus, "have")).toBeUndefined();
  expect(await countShelf(db, ana)).toEqual({ all: 1000, want: 0, have: 1, had: 999 });
  const kept: VisitorShelf = [{ perfumeId: sauvage, list: "want", since: now.toISOString() }];
  expect(await joinShelf(db, ana, kept, now)).toEqual(kept);
  expect((await countShelf(db, ana)).all).toBe(1000);
});

test("pages go list by list, newest first", async () => {
  await add(aventus, "had");
  await add(sauvage, "want");
  const zara = await addPerfume(db, "Zara", "Vibrant");
  await add(zara, "want", later(1));
  expect((await readShelf(db, ana, 1)).map(({ perfumeId }) => perfumeId)).toEqual([
    zara,
    sauvage,
    aventus,
  ]);
  expect(await readShelf(db, ana, 2)).toEqual([]);
});

test("merging a visitor's shelf into the account's loses nothing, and the newer entry wins", async () => {
  const zara = await addPerfume(db, "Zara", "Vibrant");
  await add(aventus, "want");
  await add(sauvage, "had", later(100));
  const visitor: VisitorShelf = [
    { perfumeId: aventus, list: "have", since: later(50).toISOString() },
    { perfumeId: sauvage, list: "want", since: later(50).toISOString() },
    { perfumeId: zara, list: "want", since: later(50).toISOString() },
  ];
  expect(await joinShelf(db, ana, visitor, later(200))).toEqual([]);
  expect([...(await listsOf(db, ana, [aventus, sauvage, zara]))].toSorted()).toEqual([
    [aventus, "have"],
    [sauvage, "had"],
    [zara, "want"],
  ]);
});

test("a cookie is read back as it was written, and invalid content is ignored", () => {
  const own: VisitorShelf = [
    { perfumeId: 7, list: "have", since: "2026-11-20T10:00:00.000Z" },
    { perfumeId: 123_456, list: "had", since: "2026-01-01T00:00:00.000Z" },
  ];
  expect(readVisitorShelf(JSON.parse(JSON.stringify(storeVisitorShelf(own))))).toEqual(own);
  const row = [7, 0, 1_700_000_000];
  for (const forged of [
    null,
    "7",
    { 0: row },
    [[7, 0]],
    [[7, 3, 1]],
    [[-7, 0, 1]],
    [[7.5, 0, 1]],
    [[7, 0, -1]],
    [[7, 0, 1e300]],
    [["7", 0, 1]],
    Array.from({ length: maxVisitorBottles + 1 }, (_, at) => [at + 1, 0, 1]),
  ])
    expect([forged, readVisitorShelf(forged)]).toEqual([forged, []]);
  expect(readVisitorShelf([row, [7, 1, 1_700_000_001]])).toHaveLength(1);
});

test("a browser holds at most 50 bottles; those on it can still be moved or removed", () => {
  const bottle = (perfumeId: number) => ({
    perfumeId,
    list: "want" as const,
    since: now.toISOString(),
  });
  let full: VisitorShelf = [];
  for (let id = 1; id <= maxVisitorBottles; id++) full = withBottle(full, bottle(id));
  expect(() => withBottle(full, bottle(51))).toThrow("full-cookie");
  expect(withBottle(full, { ...bottle(3), list: "had" })).toHaveLength(50);
  expect(withBottle(withoutBottle(full, 3), bottle(51))).toHaveLength(50);
});

test("a visitor's shelf, also moved into an account, follows merges without duplicates and drops removed bottles", async () => {
  const old = await addPerfume(db, "Dior", "Sauvage Eau");
  const gone = await addPerfume(db, "Dior", "Gone");
  await mergePerfumes(db, old, sauvage, now);
  await db.deleteFrom("perfumes").where("id", "=", gone).execute();
  const of = (perfumeId: number, list: "want" | "have", at: number) => ({
    perfumeId,
    list,
    since: later(at).toISOString(),
  });
  const found = await currentShelf(db, [
    of(sauvage, "want", 1),
    of(old, "have", 2),
    of(gone, "want", 3),
  ]);
  expect(found).toEqual([of(sauvage, "have", 2)]);
  expect(await joinShelf(db, ana, [of(gone, "want", 3), of(old, "have", 2)], now)).toEqual([]);
  expect(await shelf()).toEqual([expect.objectContaining({ perfume_id: sauvage, list: "have" })]);
  expect(await add(old)).toBeUndefined();
  expect(await shelf()).toMatchObject([{ perfume_id: sauvage }]);
});

test("merging bottles joins their shelf entries, with the earlier date and the remaining bottle's list", async () => {
  const eva = await addAccount(db, "eva");
  const old = await addPerfume(db, "Creed", "Aventus EDP");
  await add(old, "had", now);
  await add(aventus, "have", later(60));
  await addToShelf(db, eva, { perfumeId: old, list: "want" }, now);
  await mergePerfumes(db, old, aventus, later(90));
  expect(
    await db
      .selectFrom("shelf")
      .select(["user_id", "perfume_id", "list", "since"])
      .orderBy("user_id")
      .execute(),
  ).toEqual([
    { user_id: ana, perfume_id: aventus, list: "have", since: now.toISOString() },
    { user_id: eva, perfume_id: aventus, list: "want", since: now.toISOString() },
  ]);
});

test("the shelf is part of the data export and is deleted with the account", async () => {
  await add(aventus, "have");
  await db
    .insertInto("shelf_emails")
    .values({ user_id: ana, language: "pt", since: now.toISOString() })
    .execute();
  expect(await exportData(db, ana)).toMatchObject({
    shelf: [{ perfume_id: aventus, list: "have", since: now.toISOString() }],
    weeklyEmail: [{ language: "pt", since: now.toISOString(), last_sent_at: null }],
  });
  await deleteAccount(db, ana, true, []);
  expect(await shelf()).toEqual([]);
  expect(await db.selectFrom("shelf_emails").selectAll().execute()).toEqual([]);
});
