// What the release before had removed and uncounted is undone as well.
import type { Kysely } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { isPostgres } from "#db/dialect.ts";
import { migrate } from "#db/migrate.ts";
import { addAccount, addOwner } from "../../../../tests/support/accounts.ts";
import { disagreements } from "../../../../tests/support/counters.ts";
import {
  addDupe,
  addPerfume,
  freshFile,
  withSchemaOf,
} from "../../../../tests/support/database.ts";
import { undo } from "./undo.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
const at = new Date("2026-11-30T10:00:00.000Z").toISOString();
let db: Db;
let before: Kysely<any>;
let perfume: number;
let dupe: number;
let other: number;

beforeEach(async () => {
  ({ db } = await freshFile());
  before = db;
  await withSchemaOf(db, ["2026-11-28-baseline", "2026-11-29-official-prices"]);
  await addOwner(db);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  perfume = await addPerfume(db, "Creed", "Aventus");
  dupe = await addDupe(db, perfume, "Armaf", "Club de Nuit");
  other = await addDupe(db, perfume, "Zara", "Vibrant");
  return () => db.destroy();
});

async function decided(action: string, subject: string): Promise<number> {
  const [kind, id] = subject.split(":");
  const { id: entry } = await before
    .insertInto("audit_log")
    .values({
      at,
      via: "desk",
      actor_id: "olga",
      action,
      subject,
      person_id: kind === "person" ? id : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return entry;
}

const vote = async (user_id: string, more: object = {}) =>
  (
    await before
      .insertInto("user_votes")
      .values({ dupe_id: dupe, user_id, voto: 1, created_at: at, ...more })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id as number;

const undone = (entry: number) => outcomeOf(undo(db, entry, "olga", now));
const likes = async () =>
  (await db.selectFrom("dupes").select("likes").where("id", "=", dupe).executeTakeFirstOrThrow())
    .likes;

test("a vote that was uncounted and then removed counts once both are undone", async () => {
  const uncounting = await decided("uncount", `dupe:${dupe}`);
  await vote("bea", { state: "uncounted", uncounted_by: uncounting });
  const entry = await decided("remove-votes", "person:ana");
  const removed = { user_id: "ana", voto: 1, created_at: at };
  await before
    .insertInto("removed_votes")
    .values({ ...removed, entry, dupe_id: dupe, state: "uncounted", uncounted_by: uncounting })
    .execute();
  await before.insertInto("dupe_redirects").values({ old_id: 99, dupe_id: other }).execute();
  await before
    .insertInto("removed_votes")
    .values({ ...removed, entry, dupe_id: 99 })
    .execute();
  await migrate(db);
  await undone(uncounting);
  expect(await likes()).toBe(1);
  await undone(entry);
  expect(await likes()).toBe(2);
  expect(await disagreements(db, now)).toEqual([]);
});

test("a vote that nobody can count again stays uncounted", async () => {
  await vote("ana", { state: "uncounted" });
  await migrate(db);
  const [{ entry } = { entry: 1 }] = await db.selectFrom("exclusions").select("entry").execute();
  expect([entry, await likes()]).toEqual([null, 0]);
});

test("removed reviews and prices come back, but for what an operator changed since", async () => {
  const review = { dupe_id: dupe, user_id: "ana", description: "Smoky", created_at: at };
  const reviews = await decided("remove-reviews", "person:ana");
  const prices = await decided("remove-prices", "person:ana");
  for (const version of [1, 2]) {
    const { id } = await before
      .insertInto("dupe_reviews")
      .values({ ...review, state: "removed", version })
      .returning("id")
      .executeTakeFirstOrThrow();
    await before
      .insertInto("removed_reviews")
      .values({ entry: reviews, review_id: id, state: "hidden", version: 1 })
      .execute();
    const { id: price_id } = await before
      .insertInto("prices")
      .values({
        perfume_id: perfume,
        amount_cents: 2490,
        currency: "EUR",
        size_ml: 100,
        kind: "bottle",
        shop: "a",
        seen_on: "2026-11-30",
        user_id: "ana",
        state: "refused",
        created_at: at,
        version,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await before
      .insertInto("removed_prices")
      .values({ entry: prices, price_id, state: "shown", version: 1 })
      .execute();
  }
  await migrate(db);
  for (const entry of [reviews, prices]) await undone(entry);
  const states = async (table: "dupe_reviews" | "prices") =>
    (await db.selectFrom(table).select("state").orderBy("id").execute()).map(({ state }) => state);
  expect(await states("dupe_reviews")).toEqual(["hidden", "removed"]);
  expect(await states("prices")).toEqual(["shown", "refused"]);
});

test("what an undo puts back is excluded by what was decided on it before and since, whoever has its id", async () => {
  const uncounting = await decided("uncount", `dupe:${dupe}`);
  const merging = await decided("dupe-save", `dupe:${dupe}`);
  const own = await vote("olga");
  const taken = isPostgres(db) ? own + 100 : own;
  const removal = await decided("remove-votes", "person:ana");
  const gone = (user_id: string, id: number, more: object) => ({
    entry_id: merging,
    at,
    place: "user_votes",
    user_id,
    key: JSON.stringify({ id }),
    before: JSON.stringify({
      id,
      dupe_id: dupe,
      user_id,
      voto: 1,
      created_at: at,
      counts_from: null,
      ...more,
    }),
    after: null,
  });
  await before
    .insertInto("changed_rows")
    .values([
      gone("bea", taken, { state: "uncounted", uncounted_by: uncounting }),
      gone("ana", 7, { state: "counted", uncounted_by: null }),
    ])
    .execute();
  await migrate(db);
  await undone(merging);
  expect(await likes()).toBe(1);
  await undone(uncounting);
  expect(await likes()).toBe(2);
  await undone(removal);
  expect(await likes()).toBe(3);
});
