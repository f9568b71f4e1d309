import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { type Fault, type StandInS3, startStandInS3 } from "../../../tests/support/stand-in-s3.ts";
import { s3AddressOf } from "#app/uploads/s3-address.ts";
import { createS3Store } from "#app/uploads/s3-store.ts";
import type { Db } from "#db/database.ts";
import type { DumpShelf, Manifest } from "./dump-manifest.ts";
import { makeDump } from "./make-dump.ts";
import { createStoreShelf } from "./store-shelf.ts";

let s3: StandInS3;
let shelf: DumpShelf;

beforeEach(async () => {
  s3 = await startStandInS3();
  shelf = shelfOf(500);
});
afterEach(() => s3.close());

/** @param timeLimit ms per request */
const shelfOf = (timeLimit: number) =>
  createStoreShelf(createS3Store(s3AddressOf(s3.url)!, timeLimit));

const newFolder = () => mkdtempSync(join(tmpdir(), "sosia-store-shelf-"));
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

const site = { site: "https://sosia.example", licence: "CC0-1.0", acceptShrink: false };
const dump = (db: Db, folder: string) => makeDump(db, { ...site, shelf, folder }, new Date());

/** Reads every file of the newest dump. */
async function published(): Promise<Manifest> {
  const made = (await shelf.manifest())!;
  for (const file of made.files) {
    const content = await buffer((await shelf.read(made, file))!);
    expect([file.name, sha256(content)]).toEqual([file.name, file.sha256]);
  }
  return made;
}

/** @param after that many files were put, the store has this fault */
function breakLater(fault: Fault, after: number): void {
  const { files } = s3;
  const set = files.set.bind(files);
  let left = after;
  files.set = (...file) => {
    if (--left <= 0) s3.fault = fault;
    return set(...file);
  };
}

/** Publishes a file of several parts. */
async function publishLarge(): Promise<Manifest> {
  shelf = shelfOf(20_000);
  const folder = newFolder();
  const content = randomBytes(9_000_001);
  const file = { name: "prices.csv.gz", rows: 1, bytes: content.length, sha256: sha256(content) };
  writeFileSync(join(folder, file.name), content);
  const made: Manifest = {
    schema_version: 1,
    made_at: new Date().toISOString(),
    site: "",
    licence: "",
    last_change: 0,
    files: [file],
  };
  await shelf.publish(folder, made);
  return made;
}

test("a file that is larger than what the store holds in memory is read as it was written", async () => {
  const made = await publishLarge();
  expect(await published()).toEqual(made);
});

test.each<Fault>(["hang", "drop", "stop-halfway", 500])(
  "a file whose store begins to fail with %s in the middle ends with an error, not early",
  async (fault) => {
    const made = await publishLarge();
    shelf = shelfOf(200);
    const content = (await shelf.read(made, made.files[0]!))!;
    s3.fault = fault;
    await expect(buffer(content)).rejects.toMatchObject({ name: "StoreUnavailable" });
  },
);

test.each<[Fault, number]>([
  ["hang", 5],
  ["drop", 5],
  [500, 5],
  [403, 14],
  ["no-bucket", 5],
])(
  "a store that begins to fail with %s in the middle keeps the last dump, and the next one is whole",
  async (fault, after) => {
    const db = await freshDatabase();
    const folder = newFolder();
    await addPerfume(db, "Creed", "Aventus");
    const { manifest: before } = await dump(db, folder);
    await addPerfume(db, "Dior", "Sauvage");
    breakLater(fault, after);
    await expect(dump(db, folder)).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringMatching(/^The picture store at [^\n]+$/u),
    });
    await expect(shelf.manifest()).rejects.toThrow("The picture store at");
    s3.fault = null;
    expect(await published()).toEqual(before);

    delete (s3.files as { set?: unknown }).set;
    const { manifest } = await dump(db, folder);
    expect(await published()).toEqual(manifest);
    const used = new Set([...before.files, ...manifest.files].map((one) => one.sha256));
    const folders = new Set([...s3.files.keys()].map((key) => key.split("/")[1]));
    expect([...folders].toSorted()).toEqual([...used, "manifest.json"].toSorted());
  },
);

test("a store that only refuses to list or delete has the new dump, whole", async () => {
  const db = await freshDatabase();
  const folder = newFolder();
  await addPerfume(db, "Creed", "Aventus");
  await dump(db, folder);
  await addPerfume(db, "Dior", "Sauvage");
  await dump(db, folder);
  await addPerfume(db, "Dior", "Fahrenheit");
  [s3.fault, s3.faultOf] = [403, "DELETE"];
  await expect(dump(db, folder)).rejects.toThrow("answered 403");
  s3.fault = null;
  const made = await published();
  expect(made.files.find(({ name }) => name === "perfumes.csv.gz")!.rows).toBe(3);
});
