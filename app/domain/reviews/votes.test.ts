import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { similarity } from "#app/domain/catalog/similarity.ts";
import type { Db } from "#db/database.ts";
import { createTrigger } from "#db/triggers.ts";
import { isConstraint } from "#db/errors.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { breakWrites } from "../../../tests/support/broken-writes.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { castVote, votesOf } from "./votes.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit", { estimacion: 90 });
});

const vote = (userId: string, voto: 1 | -1) =>
  outcomeOf(castVote(db, userId, { dupeId, perfumeId, voto }, now, withoutEmail));

const rows = (of: Db = db) =>
  of.selectFrom("user_votes").select(["dupe_id", "user_id", "voto"]).orderBy("id").execute();

const dupe = (id: number, of: Db = db) =>
  of
    .selectFrom("dupes")
    .select(["likes", "dislikes", "porcentaje", "estimacion", "updated_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a vote is counted and updates the similarity", async () => {
  const ana = await addAccount(db, "ana");
  expect(await vote(ana, 1)).toBe("cast");
  expect(await rows()).toEqual([{ dupe_id: dupeId, user_id: ana, voto: 1 }]);
  expect(await dupe(dupeId)).toEqual({
    likes: 1,
    dislikes: 0,
    porcentaje: similarity(1, 0, 90),
    estimacion: 90,
    updated_at: now.toISOString(),
  });
});

test("a second vote is refused and changes nothing", async () => {
  const ana = await addAccount(db, "ana");
  await vote(ana, 1);
  const before = await dupe(dupeId);
  expect(
    await outcomeOf(
      castVote(db, ana, { dupeId, perfumeId, voto: -1 }, new Date(now.getTime() + 1), withoutEmail),
    ),
  ).toBe("already-voted");
  expect(await dupe(dupeId)).toEqual(before);
  expect(await rows()).toHaveLength(1);
});

test("of 100 identical concurrent votes, one is cast", async () => {
  const ana = await addAccount(db, "ana");
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => vote(ana, -1)));
  expect(outcomes.filter((outcome) => outcome === "cast")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "already-voted")).toHaveLength(99);
  expect(await rows()).toHaveLength(1);
  expect(await dupe(dupeId)).toMatchObject({ likes: 0, dislikes: 1 });
});

test("a vote during another connection's write fails cleanly, and can be cast afterwards", async () => {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "sosia-votes-")), "perfumes.db")}`;
  db = connect(url);
  await migrate(db);
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  const ana = await addAccount(db, "ana");
  const other = connect(url);
  await other.transaction().execute(async () => {
    await expect(vote(ana, 1)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  });
  expect([await rows(), (await dupe(dupeId)).likes]).toEqual([[], 0]);
  expect(await vote(ana, 1)).toBe("cast");
  await Promise.all([db.destroy(), other.destroy()]);
});

test("a missing person and a missing dupe give different results", async () => {
  const ana = await addAccount(db, "ana");
  const sauvage = await addPerfume(db, "Dior", "Sauvage");
  expect(await vote("nobody", 1)).toBe("no-such-person");
  expect(
    await outcomeOf(castVote(db, ana, { dupeId, perfumeId: sauvage, voto: 1 }, now, withoutEmail)),
  ).toBe("no-such-dupe");
  expect(
    await outcomeOf(castVote(db, ana, { dupeId: 999, perfumeId, voto: 1 }, now, withoutEmail)),
  ).toBe("no-such-dupe");
  expect(await rows()).toEqual([]);
  expect((await dupe(dupeId)).likes).toBe(0);
});

test.each([
  [
    "already-voted",
    "insert into user_votes (dupe_id, user_id, voto, created_at) values (new.dupe_id, new.user_id, 1, '')",
  ],
  ["no-such-person", "delete from usuarios where id = new.user_id"],
])(
  "a concurrent change is reported as %s by the constraint, and stores nothing",
  async (outcome, meanwhile) => {
    const ana = await addAccount(db, "ana");
    await createTrigger(
      db,
      `meanwhile before insert on user_votes when new.created_at <> '' begin ${meanwhile}; end`,
    );
    expect(await vote(ana, 1)).toBe(outcome);
    expect([await rows(), (await dupe(dupeId)).likes]).toEqual([[], 0]);
  },
);

test("other failures are thrown and change nothing", async () => {
  const ana = await addAccount(db, "ana");
  await breakWrites(db, "dupes", "update");
  await expect(vote(ana, 1)).rejects.toSatisfy(isConstraint);
  expect(await rows()).toEqual([]);
});

test("a person sees their own votes on this perfume's dupes", async () => {
  const [ana, bea] = [await addAccount(db, "ana"), await addAccount(db, "bea")];
  const second = await addDupe(db, perfumeId, "Lattafa", "Asad");
  await addDupe(db, perfumeId, "Rasasi", "Hawas");
  const sauvage = await addPerfume(db, "Dior", "Sauvage");
  const elsewhere = await addDupe(db, sauvage, "Zara", "Vibrant Leather");
  await vote(ana, 1);
  await vote(bea, -1);
  await castVote(db, ana, { dupeId: second, perfumeId, voto: -1 }, now, withoutEmail);
  await castVote(db, ana, { dupeId: elsewhere, perfumeId: sauvage, voto: 1 }, now, withoutEmail);
  expect(await votesOf(db, ana, perfumeId)).toMatchObject({
    [dupeId]: { voto: 1 },
    [second]: { voto: -1 },
  });
  expect(await votesOf(db, bea, sauvage)).toEqual({});
});
