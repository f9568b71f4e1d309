import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordBackup } from "#db/backup/last-backup.ts";
import type { Db } from "#db/database.ts";
import { noteRun } from "#db/last-runs.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshFile } from "../../../tests/support/database.ts";
import { onPostgres } from "../../../tests/support/postgres-databases.ts";
import { suggestDupe, suggestPerfume } from "../../../tests/support/suggestions.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { say } from "../../../tests/support/verdicts.ts";
import { overviewOf } from "./overview.ts";
import { fillingDisk } from "./troubles.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
const hours = (count: number) => new Date(now.getTime() - count * 60 * 60 * 1000);
const uploadsFolder = mkdtempSync(join(tmpdir(), "sosia-uploads-"));
const email = { to: "a@b.example", subject: "x", text: "", html: "" };
let databaseUrl: string;
let db: Db;

beforeEach(async () => {
  ({ url: databaseUrl, db } = await freshFile());
});
afterEach(() => db.destroy());

let dumps: Manifest | null = null;
const overview = () => overviewOf(db, { databaseUrl, uploadsFolder }, dumps, now);
/** Without the disk, which depends on the machine running the tests. */
const troubles = async () => (await overview()).troubles.filter(({ kind }) => kind !== "disk");
const emailTroubles = async () => (await troubles()).filter(({ kind }) => kind.startsWith("email"));
const backup = (at: Date) =>
  recordBackup(databaseUrl, {
    at: at.toISOString(),
    folder: "/b",
    bytes: 1,
    rows: 1,
    files: 1,
    ms: 1,
  });

// On PostgreSQL the last backup is recorded in the database, not in a file.
test.skipIf(onPostgres)(
  "a missing backup or housekeeping run is reported; recent ones are not",
  async () => {
    expect(await troubles()).toEqual([
      { kind: "backup", last: null },
      { kind: "housekeeping", last: null },
    ]);
    await backup(hours(47));
    await noteRun(db, "housekeeping", hours(2));
    expect(await troubles()).toEqual([]);
    await backup(hours(49));
    await noteRun(db, "housekeeping", hours(4));
    expect(await troubles()).toEqual([
      { kind: "backup", last: hours(49) },
      { kind: "housekeeping", last: hours(4) },
    ]);
  },
);

test("emails that fail, were given up or are late are reported", async () => {
  await queueEmail(db, email, now);
  expect(await emailTroubles()).toEqual([]);
  await queueEmail(db, email, hours(2));
  await db.updateTable("outbox").set({ attempts: 1 }).where("id", "=", 2).execute();
  await queueEmail(db, email, now);
  await db
    .updateTable("outbox")
    .set({ dead_at: now.toISOString(), next_attempt_at: null })
    .where("id", "=", 3)
    .execute();
  expect(await emailTroubles()).toEqual([
    { kind: "emails-failing", count: 1 },
    { kind: "emails-dead", count: 1 },
    { kind: "emails-late", since: hours(2) },
  ]);
});

const gib = 1024 ** 3;
test.each([
  ["a large disk with 5 % but much room", 1000 * gib, 50 * gib, false],
  ["a disk with 9 %", 100 * gib, 9 * gib, true],
  ["a disk with 11 %", 100 * gib, 11 * gib, false],
  ["a small disk with half a GiB", 2 * gib, 0.5 * gib, true],
])("%s is reported: %#", (_, bytes, free, told) => {
  const disk = { bsize: 4096, blocks: bytes / 4096, bavail: free / 4096 };
  expect(fillingDisk(disk)).toEqual(told ? { kind: "disk", free, share: free / bytes } : null);
});

test("the last 30 days are counted by day, today included, and nothing earlier", async () => {
  const bottle = await addPerfume(db, "Creed", "Aventus");
  const dupe = await addDupe(db, bottle, "Armaf", "Club");
  for (const [name, at] of [
    ["ana", "2026-12-01T09:00:00.000Z"],
    ["bea", "2026-11-02T00:00:00.000Z"],
    ["eva", "2026-11-01T23:59:59.000Z"],
  ] as const) {
    await addAccount(db, name, { createdAt: at });
    await db
      .insertInto("user_votes")
      .values({ dupe_id: dupe, user_id: name, voto: 1, created_at: at })
      .execute();
    await say(db, name, dupe, { lasting: "less" }, { now: new Date(at) });
    await db
      .insertInto("dupe_reviews")
      .values({ dupe_id: dupe, user_id: name, description: "x", created_at: at })
      .execute();
    const named = { marca: "Dior", nombre: `Sauvage ${name}`, userId: null, language: "es" };
    await suggestPerfume(db, named, new Date(at));
    await suggestDupe(db, { ...named, perfumeId: bottle }, new Date(at));
  }
  await db
    .insertInto("day_views")
    .values([
      { day: "2026-12-01", views: 30, searched: 10 },
      { day: "2026-11-02", views: 10, searched: 10 },
      { day: "2026-11-03", views: 99, searched: null },
      { day: "2026-11-01", views: 99, searched: 99 },
    ])
    .execute();
  await db
    .insertInto("search_misses")
    .values([
      { day: "2026-12-01", text: "xerjof", times: 2 },
      { day: "2026-11-02", text: "xerjof", times: 3 },
      { day: "2026-11-02", text: "zzz", times: 4 },
      { day: "2026-12-01", text: "", times: 20 },
      { day: "2026-11-01", text: "old", times: 99 },
    ])
    .execute();
  const { days, figures, missed, searched } = await overview();
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-11-02", "2026-12-01"]);
  const ends = Object.fromEntries(
    Object.entries(figures).map(([kind, counts]) => [kind, [counts[0], counts.at(-1)]]),
  );
  expect(ends).toEqual({
    views: [10, 30],
    misses: [7, 22],
    votes: [1, 1],
    verdicts: [1, 1],
    reviews: [1, 1],
    suggestions: [2, 2],
    signUps: [1, 1],
  });
  expect(figures.views.reduce((sum, one) => sum + one)).toBe(139);
  expect(missed).toEqual([
    { text: "xerjof", times: 5 },
    { text: "zzz", times: 4 },
  ]);
  expect(searched).toBe(0.5);
});

test("the most viewed bottles are those of this and the previous month combined", async () => {
  const [a, b, c] = [
    await addPerfume(db, "A", "A"),
    await addPerfume(db, "B", "B"),
    await addPerfume(db, "C", "C"),
  ];
  await db
    .insertInto("perfume_month_views")
    .values([
      { month: "2026-12", perfume_id: a, views: 1 },
      { month: "2026-11", perfume_id: a, views: 5 },
      { month: "2026-12", perfume_id: b, views: 4 },
      { month: "2026-10", perfume_id: c, views: 50 },
    ])
    .execute();
  const { viewed, searched } = await overview();
  expect(viewed.map(({ id, views }) => [id, views])).toEqual([
    [a, 6],
    [b, 4],
  ]);
  expect(searched).toBeNull();
});

test("it warns of files of open data that shrank and are older than the others (RULES.md 15.2)", async () => {
  const file = { rows: 9, bytes: 9, sha256: "0".repeat(64) };
  const made_at = now.toISOString();
  const made = {
    schema_version: 1 as const,
    made_at,
    site: "",
    licence: "CC0-1.0",
    last_change: 9,
  };
  const shrunk = async () => (await troubles()).filter(({ kind }) => kind === "data-shrunk");
  dumps = { ...made, files: [{ ...file, name: "prices.csv.gz" }] };
  expect(await shrunk()).toEqual([]);
  const names = ["prices.csv.gz", "prices.jsonl.gz"];
  dumps = { ...made, files: names.map((name) => ({ ...file, name, made_at })) };
  expect(await shrunk()).toEqual([{ kind: "data-shrunk", files: ["prices"] }]);
  dumps = null;
});

test("open data that nothing renewed for two days are reported", async () => {
  const dumped = (at: Date): Manifest => ({
    schema_version: 1,
    made_at: at.toISOString(),
    site: "",
    licence: "CC0-1.0",
    last_change: 0,
    files: [],
  });
  const old = async () => (await troubles()).filter(({ kind }) => kind === "data-late");
  dumps = dumped(hours(47));
  expect(await old()).toEqual([]);
  dumps = dumped(hours(49));
  expect(await old()).toEqual([{ kind: "data-late", last: hours(49) }]);
  dumps = null;
});
