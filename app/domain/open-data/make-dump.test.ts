import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { addAccount, addOwner } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, addSource, freshDatabase } from "../../../tests/support/database.ts";
import { onPostgres } from "../../../tests/support/postgres-databases.ts";
import { addPrice, addPrices, addShop } from "../../../tests/support/prices.ts";
import { saying } from "../../../tests/support/verdicts.ts";
import { addToCounts } from "#app/domain/reviews/verdict-counts.ts";
import { catalogExports, exportToFile } from "#app/domain/catalog/csv/export-csv.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import type { Db } from "#db/database.ts";
import { snapshotOf } from "#db/transactions.ts";
import { takeLock } from "#db/sqlite/file-lock.ts";
import type { Manifest } from "./dump-manifest.ts";
import { makeDump } from "./make-dump.ts";
import { openDumps } from "./known-dumps.ts";

let db: Db;
let folder: string;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  folder = mkdtempSync(join(tmpdir(), "sosia-dumps-"));
});

let days = 0;

async function dump({ acceptShrink = false } = {}) {
  const shelf = openDumps(folder, null);
  const now = new Date(Date.UTC(2026, 0, ++days));
  return makeDump(
    db,
    { shelf, folder, site: "https://sosia.example", licence: "CC0-1.0", acceptShrink },
    now,
  );
}

const current = (name: string) => join(folder, "current", name);
const textOf = (name: string) => gunzipSync(readFileSync(current(name))).toString("utf8");
const sets = () => readdirSync(folder).filter((name) => !/^(?:current|\.lock)$/u.test(name));
const rowsOf = (manifest: Manifest) =>
  Object.fromEntries(manifest.files.map(({ name, rows }) => [name, rows]));

test("a dump has each file in both formats, as the manifest says, with checksums that sha256sum confirms", async () => {
  const original = await addPerfume(db, "=Creed", 'The "Aventus", ñ', { anio: 2010 });
  const dupe = await addDupe(db, original, "Armaf", "Club de Nuit", { estimacion: 80 });
  await addSource(db, dupe, { url: "https://reviews.example/a", said_on: "2026-01-31" });
  const { manifest, shrunk } = await dump();
  expect(shrunk).toEqual([]);
  expect(manifest.files.map(({ name }) => name)).toEqual(
    [
      "perfumes",
      "aliases",
      "dupes",
      "sources",
      "prices",
      "verdicts",
      "blind_tests",
      "redirects",
    ].flatMap((file) => [`${file}.csv.gz`, `${file}.jsonl.gz`]),
  );
  expect(JSON.parse(readFileSync(current("manifest.json"), "utf8"))).toEqual(manifest);
  const sums = manifest.files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
  execFileSync("sha256sum", ["--check", "--strict"], { cwd: current(""), input: sums });
  for (const { name, bytes, rows } of manifest.files) {
    expect(readFileSync(current(name))).toHaveLength(bytes);
    // The rows, and in CSV the header.
    const lines = textOf(name).split("\n").length - 1;
    expect(name.endsWith(".csv.gz") ? lines - 1 : lines, name).toBe(rows);
  }
  await exportToFile(db, catalogExports.sources, join(folder, "sources.csv"));
  expect(textOf("sources.csv.gz")).toBe(readFileSync(join(folder, "sources.csv"), "utf8"));
  const [first] = textOf("perfumes.jsonl.gz").split("\n");
  expect(Object.keys(JSON.parse(first!))).toEqual([
    "id",
    ...textOf("perfumes.csv.gz").split("\n")[0]!.split(","),
  ]);
});

test("the next dump takes the last one's place, which stays for readers; older ones go", async () => {
  await addPerfume(db, "Creed", "Aventus");
  for (let n = 0; n < 3; n++) await dump();
  expect(sets()).toHaveLength(2);
  expect(sets().toSorted().at(-1)).toBe(readlinkSync(current("").replace(/\/$/u, "")));
});

/** As if an older copy of the database had been put back. */
async function losePrices(from: number, to: number): Promise<void> {
  const before = await db
    .selectFrom("data_changes")
    .selectAll()
    .where("file", "=", "prices")
    .execute();
  await db.deleteFrom("prices").where("id", ">=", from).where("id", "<", to).execute();
  await db.deleteFrom("data_changes").where("file", "=", "prices").execute();
  const others = before.filter(({ row_id }) => row_id < from || row_id >= to);
  for (let at = 0; at < others.length; at += 500)
    await db
      .insertInto("data_changes")
      .values(others.slice(at, at + 500))
      .execute();
}

test("a large file is published however much it lost, if the change log tells of every row", async () => {
  const bottle = await addPerfume(db, "Creed", "Aventus");
  const old = await addPerfume(db, "Creed", "Aventus old");
  await addPrices(db, bottle, { count: 20, from: 2000, shop: "blocked.example" });
  await addPrices(db, bottle, { count: 980, from: 2020 });
  for (let n = 0; n < 60; n++) await addPrice(db, old, 5000 + n, new Date());
  await dump();
  await addShop(db, "blocked.example", { state: "blocked" });
  const unvouched = { vouched: 0, mailbox: "of somebody" } as const;
  await db.updateTable("prices").set(unvouched).where("amount_cents", "<", 2100).execute();
  await db
    .updateTable("prices")
    .set({ state: "refused" })
    .where("amount_cents", "=", 2100)
    .execute();
  await db
    .deleteFrom("prices")
    .where("amount_cents", ">=", 2900)
    .where("amount_cents", "<", 5000)
    .execute();
  await merge(db, old, bottle, { actor: "olga", now: new Date() });
  const { manifest, shrunk } = await dump();
  expect(shrunk).toEqual([]);
  expect(rowsOf(manifest)).toMatchObject({ "prices.csv.gz": 859, "prices.jsonl.gz": 859 });
});

test("a small file is published whatever became of its rows", async () => {
  await addPrices(db, await addPerfume(db, "Creed", "Aventus"), { count: 6, from: 2000 });
  await dump();
  await losePrices(3, 7);
  const { manifest, shrunk } = await dump();
  expect(shrunk).toEqual([]);
  expect(rowsOf(manifest)).toMatchObject({ "prices.csv.gz": 2 });
});

test("a large file of which more than 5 % vanished, and nothing tells why, keeps its last state, unless that is accepted", async () => {
  await addPrices(db, await addPerfume(db, "Creed", "Aventus"), { count: 1200, from: 2000 });
  const { manifest: last } = await dump();
  const before = textOf("prices.jsonl.gz");
  await losePrices(100, 160);
  await db.deleteFrom("prices").where("id", ">", 1100).execute();
  expect((await dump()).shrunk).toEqual([]);
  const { manifest: made } = await dump();
  expect(rowsOf(made)).toMatchObject({ "prices.csv.gz": 1040 });
  const kept = textOf("prices.jsonl.gz");
  expect(kept).not.toBe(before);
  await losePrices(200, 260);
  await addPerfume(db, "Dior", "Sauvage");

  for (let n = 0; n < 2; n++) {
    const { manifest, shrunk } = await dump();
    expect(shrunk).toEqual([{ file: "prices", rows: 980, before: 1040 }]);
    const files = made.files.filter(({ name }) => name.startsWith("prices."));
    expect(manifest.files.filter(({ made_at }) => made_at !== undefined)).toEqual(
      files.map((file) => ({ ...file, made_at: made.made_at })),
    );
    expect(textOf("prices.jsonl.gz")).toBe(kept);
    expect(rowsOf(manifest)).toMatchObject({ "perfumes.csv.gz": 2, "prices.csv.gz": 1040 });
  }
  const accepted = await dump({ acceptShrink: true });
  expect(accepted.shrunk).toEqual([]);
  expect(rowsOf(accepted.manifest)).toMatchObject({ "prices.csv.gz": 980 });
  expect(rowsOf(last)).toMatchObject({ "prices.csv.gz": 1200 });
});

test("while one process makes a dump, another one makes none", async () => {
  await dump();
  const lock = takeLock(join(folder, ".lock"))!;
  await expect(dump()).rejects.toThrow("Another process is making a dump.");
  lock.release();
  await dump();
});

test("a folder that cannot be written is named, and nothing else is blamed", async () => {
  await dump();
  const before = textOf("perfumes.jsonl.gz");
  rmSync(join(folder, ".lock"));
  mkdirSync(join(folder, ".lock"));
  await expect(dump()).rejects.toThrow(`The folder ${folder} cannot be written (SQLITE_CANTOPEN).`);
  expect(textOf("perfumes.jsonl.gz")).toBe(before);
  folder = current("manifest.json");
  await expect(dump()).rejects.toThrow(`The folder ${folder} cannot be written (EEXIST).`);
});

test.skipIf(!onPostgres)("on PostgreSQL that also holds between machines", async () => {
  await snapshotOf(db, "dump", async () => {
    await expect(dump()).rejects.toThrow("Another process does this already.");
  });
  await dump();
  expect(sets()).toHaveLength(1);
});

test("whoever has read a manifest gets its files, also after the next dump", async () => {
  await addPerfume(db, "Dior", "Sauvage");
  const { manifest } = await dump();
  const before = textOf("perfumes.jsonl.gz");
  await addPerfume(db, "Dior", "Fahrenheit");
  await dump();
  const file = manifest.files.find(({ name }) => name === "perfumes.jsonl.gz")!;
  const content = (await openDumps(folder, null).read(manifest, file))!;
  expect(gunzipSync(await buffer(content)).toString()).toBe(before);
});

test("a file that was cut short, or replaced, is not given out", async () => {
  const { manifest } = await dump();
  const [cut, replaced] = manifest.files;
  truncateSync(join(folder, "current", cut!.name), 3);
  rmSync(join(folder, "current", replaced!.name));
  mkdirSync(join(folder, "current", replaced!.name));
  for (const file of [cut!, replaced!])
    expect(await openDumps(folder, null).read(manifest, file)).toBeNull();
});

test("nothing of people, reviews, photos, affiliates, or what waits is in any file", async () => {
  const original = await addPerfume(db, "Creed", "Aventus", {
    foto: "https://photos.example/secret-a",
  });
  const dupe = await addDupe(db, original, "Armaf", "Club de Nuit", {
    enlace: "https://affiliate.example/secret-b",
    foto: "https://photos.example/secret-c",
  });
  const ana = await addAccount(db, "secret-ana");
  const about = { dupeId: dupe, perfumeId: original };
  await publishReview(
    db,
    ana,
    { ...about, description: "secret-review", language: "es" },
    new Date(),
  );
  await addShop(db, "druni.es", { affiliate_template: "https://go.example/secret-d?u={url}" });
  await addShop(db, "blocked.example", { state: "blocked", name: "secret-e" });
  const now = new Date();
  await addPrice(db, original, 12_345, now, {
    user_id: ana,
    mailbox: "secret-f",
    url: "https://druni.es/p",
  });
  await addPrice(db, original, 77_701, now, { state: "held" });
  await addPrice(db, original, 77_702, now, { state: "refused" });
  await addPrice(db, original, 77_703, now, { shop: "blocked.example" });
  await addPrice(db, original, 77_704, now, { vouched: 0 });
  for (const answers of [
    { opening: "same" },
    { opening: "close" },
    { opening: "same", again: "dupe" },
  ] as const)
    await addToCounts(db, dupe, saying(answers));
  const { manifest } = await dump();
  expect(rowsOf(manifest)).toMatchObject({ "prices.csv.gz": 1, "verdicts.csv.gz": 1 });
  const everything = manifest.files.map(({ name }) => textOf(name)).join("\n");
  expect(everything).toContain("123.45");
  expect(everything).not.toMatch(/secret|777\.0/u);
  for (const known of [ana, "@"]) expect(everything).not.toContain(known);
  const verdicts = JSON.parse(textOf("verdicts.jsonl.gz"));
  expect(verdicts).toMatchObject({ id: dupe, nombre: "Club de Nuit", verdicts: 3 });
  expect(verdicts).toMatchObject({ opening_same: 2, opening_close: 1, opening_different: 0 });
  expect(Object.values(verdicts).filter((cell) => cell === null)).toHaveLength(12);
});
