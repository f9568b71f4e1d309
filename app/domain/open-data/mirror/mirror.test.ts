import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  addDupe,
  addPerfume,
  addSource,
  freshDatabase,
  revisionOf,
} from "../../../../tests/support/database.ts";
import { onPostgres } from "../../../../tests/support/postgres-databases.ts";
import { addPrice, addPrices } from "../../../../tests/support/prices.ts";
import { seed } from "#app/commands/load-starter.ts";
import { saveAlias } from "#app/domain/catalog/aliases.ts";
import { editPerfume, remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { findPerfume } from "#app/domain/catalog/perfumes.ts";
import { decideSighting } from "#app/domain/prices/decide-sighting.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { openDumps } from "../known-dumps.ts";
import { makeDump } from "../make-dump.ts";
import { fetchDump } from "./fetch-files.ts";
import { importDump } from "./import-dump.ts";
import { addOwner } from "../../../../tests/support/accounts.ts";

let theirs: Db;
let ours: Db;
let dumps: string;

const now = new Date();
const by = { actor: "olga", now };
const newFolder = () => mkdtempSync(join(tmpdir(), "sosia-mirror-"));

beforeEach(async () => {
  [theirs, ours] = [await freshDatabase(), await freshDatabase()];
  for (const db of [theirs, ours]) await addOwner(db);
  dumps = newFolder();
});

async function dump(db: Db, folder = dumps) {
  const shelf = openDumps(folder, null);
  const options = {
    shelf,
    folder,
    site: "https://sosia.example",
    licence: "CC0-1.0",
    acceptShrink: true,
  };
  return (await makeDump(db, options, new Date())).manifest;
}

async function mirror(place = dumps) {
  const folder = newFolder();
  const manifest = await fetchDump(place, folder);
  return inTransaction(ours, (tx) => importDump(tx, folder, manifest, now), "read committed");
}

/** A copy of the dump whose files a test may change. */
function ownCopy(): string {
  const folder = newFolder();
  cpSync(realpathSync(join(dumps, "current")), folder, { recursive: true });
  return folder;
}

/** Puts a file into a dump, with what the manifest says of it. */
function put(folder: string, name: string, content: Buffer, said: object = {}) {
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const file = manifest.files.find((one: { name: string }) => one.name === name);
  const sha256 = createHash("sha256").update(content).digest("hex");
  Object.assign(file, { bytes: content.length, sha256 }, said);
  writeFileSync(path, JSON.stringify(manifest));
  writeFileSync(join(folder, name), content);
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fill(db: Db) {
  // The whole starter catalogue takes a minute on PostgreSQL.
  if (!onPostgres) await seed(db);
  const [old, kept, gone] = [
    await addPerfume(db, "Armaf", "Old name"),
    await addPerfume(db, "Armaf", "Kept name"),
    await addPerfume(db, "Armaf", "Gone"),
  ];
  await addPrice(db, kept, 2490, now, { url: "https://druni.es/p/1" });
  await addPrice(db, kept, 3200, now, { currency: "JPY", shop: "a shop", size_ml: 7.5 });
  await addPrice(db, kept, 2490, now);
  await addDupe(db, old, "Zara", "Night", {
    estimacion: 70,
    estimacion_url: "https://a.example/b",
  });
  await merge(db, old, kept, by);
  await remove(db, gone, by);
  // As operators accept them from people who paste them.
  const pasted = await addPerfume(db, "D&amp;G", "<b>Light</b> Tr\ufffdsor");
  await saveAlias(db, { id: pasted, marca: "D&amp;G" }, { alias: "8,4E+12", kind: "code" });
  const dupe = await addDupe(db, kept, "D&amp;G", "<b>Light</b> Tr\ufffdsor");
  await addSource(db, dupe, {
    url: "https://reviews.example/a",
    title: "Smells alike &amp; lasts",
  });
  await addPrice(db, pasted, 2490, now);
}

test("a dump in an empty site makes the same catalogue, with the same ids: its dump is identical", async () => {
  await fill(theirs);
  const before = await dump(theirs);
  const imported = await mirror();
  expect(imported.redirects).toMatchObject({ added: 1, leftOut: 0 });
  const after = await dump(ours, newFolder());
  expect(after.files).toEqual(before.files);
  expect(before.files.find(({ name }) => name === "prices.csv.gz")!.rows).toBe(4);
  // The next bottle gets an id of its own.
  const ids = [await addPerfume(ours, "Dior", "New"), await addPerfume(theirs, "Dior", "New")];
  expect(ids[0]).toBeGreaterThan(0);

  for (const counts of Object.values(await mirror()))
    expect(counts).toMatchObject({ added: 0, changed: 0 });
});

test("a mirror follows its source, and leaves alone what its own operators entered", async () => {
  const aventus = await addPerfume(theirs, "Creed", "Aventus", { anio: 2010 });
  const night = await addPerfume(theirs, "Zara", "Night", { anio: 2001 });
  const dupe = await addDupe(theirs, aventus, "Zara", "Night", { estimacion: 60 });
  await addSource(theirs, dupe, { url: "https://reviews.example/a", title: "Before" });
  await addSource(theirs, dupe, { url: "https://reviews.example/b" });
  await saveAlias(theirs, { id: night, marca: "Zara" }, { alias: "Nite", kind: "name" });
  await saveAlias(theirs, { id: night, marca: "Zara" }, { alias: "Nuit", kind: "name" });
  await addPrice(theirs, night, 999, now);
  await dump(theirs);
  const none = { added: 0, changed: 0, unchanged: 0, leftOut: 0, withdrawn: 0 };
  expect(await mirror()).toEqual({
    perfumes: { ...none, added: 2 },
    aliases: { ...none, added: 2 },
    dupes: { ...none, added: 1 },
    sources: { ...none, added: 2 },
    prices: { ...none, added: 1 },
    redirects: none,
  });

  const own = await addPerfume(ours, "Ours", "Alone", { anio: 1999 });
  await addPerfume(ours, "Dior", "Sauvage", { anio: 1998 });
  await addSource(ours, dupe, { url: "https://reviews.example/own" });
  await saveAlias(ours, { id: night, marca: "Zara" }, { alias: "Noche", kind: "name" });
  const ownPrice = await addPrice(ours, night, 1099, now, { shop: "a.example" });

  await editPerfume(
    theirs,
    night,
    { nombre: "Midnight", anio: 2002 },
    await revisionOf(theirs, night),
    by,
  );
  await theirs.updateTable("dupes").set({ estimacion: 61 }).execute();
  await theirs.updateTable("dupe_sources").set({ title: "After" }).where("id", "=", 1).execute();
  await theirs.deleteFrom("dupe_sources").where("id", "=", 2).execute();
  await theirs.updateTable("perfume_aliases").set({ kind: "code" }).where("id", "=", 1).execute();
  await theirs.deleteFrom("perfume_aliases").where("id", "=", 2).execute();
  const sauvage = await addPerfume(theirs, "Dior", "Sauvage", { anio: 2015 });
  await addPrice(theirs, sauvage, 8999, now);
  await addPerfume(theirs, "Dior", "New");
  await dump(theirs);
  expect(await mirror()).toEqual({
    perfumes: { ...none, added: 1, changed: 1, unchanged: 1, leftOut: 1 },
    aliases: { ...none, changed: 1, withdrawn: 1 },
    dupes: { ...none, changed: 1 },
    sources: { ...none, changed: 1, withdrawn: 1 },
    prices: { ...none, added: 1, unchanged: 1 },
    redirects: none,
  });
  const namesOf = (rows: { nombre: string; anio: number | null }[]) =>
    rows.map(({ nombre, anio }) => `${nombre} ${anio}`).toSorted();
  expect(namesOf(await ours.selectFrom("perfumes").select(["nombre", "anio"]).execute())).toEqual([
    "Alone 1999",
    "Aventus 2010",
    "Midnight 2002",
    "New null",
    "Sauvage 1998",
  ]);
  expect(await ours.selectFrom("dupe_sources").select("url").orderBy("id").execute()).toEqual([
    { url: "https://reviews.example/a" },
    { url: "https://reviews.example/own" },
  ]);
  expect(
    await ours.selectFrom("perfume_aliases").select("alias").where("alias", "=", "Noche").execute(),
  ).toHaveLength(1);

  // What operators removed here does not come back.
  await remove(ours, night, by);
  expect(await mirror()).toMatchObject({
    perfumes: { added: 0, changed: 0, leftOut: 2 },
    dupes: { added: 0, leftOut: 1 },
    prices: { added: 0, leftOut: 1 },
  });
  expect(await findPerfume(ours, own)).toMatchObject({ anio: 1999 });
  expect(ownPrice).toBeGreaterThan(0);
});

test("a price goes when its source no longer vouches for it, and may come back, unless it was refused here", async () => {
  const bottle = await addPerfume(theirs, "Zara", "Night");
  await addPrices(theirs, bottle, { count: 1200, from: 1000 });
  await dump(theirs);
  await mirror();
  const own = await addPrice(ours, bottle, 5000, now);
  const [refused] = await ours
    .selectFrom("prices")
    .select("id")
    .where("amount_cents", "=", 1001)
    .execute();
  await decideSighting(ours, refused!.id, { state: "refused", actor: "olga", reason: null }, now);
  const vouch = async (vouched: 0 | 1) => {
    await theirs.updateTable("prices").set({ vouched }).where("amount_cents", "!=", 1003).execute();
    await dump(theirs);
    return (await mirror()).prices;
  };
  const shown = async () => {
    const rows = await ours
      .selectFrom("prices")
      .select(["id", "amount_cents"])
      .where("state", "=", "shown")
      .orderBy("amount_cents")
      .execute();
    return rows.map(({ amount_cents }) => amount_cents);
  };
  expect(await vouch(0)).toMatchObject({ added: 0, withdrawn: 1198, unchanged: 1 });
  expect(await shown()).toEqual([1003, 5000]);
  expect(await standing(bottle)).toMatchObject({ count: 2, cheapest_id: 4 });
  expect(await vouch(1)).toMatchObject({ added: 1198, withdrawn: 0, unchanged: 2 });
  expect(await shown()).toHaveLength(1200);
  expect(await ours.selectFrom("prices").select("id").where("id", "=", own).execute()).toHaveLength(
    1,
  );
});

test("a price that was refused here does not come back as another row of its source", async () => {
  const bottle = await addPerfume(theirs, "Zara", "Night");
  await addPrice(theirs, bottle, 1000, now);
  await dump(theirs);
  await mirror();
  await decideSighting(ours, 1, { state: "refused", actor: "olga", reason: null }, now);
  await addPrice(theirs, bottle, 1000, now);
  await addPrice(theirs, bottle, 1500, now);
  await dump(theirs);
  expect((await mirror()).prices).toMatchObject({ added: 1, leftOut: 1, unchanged: 1 });
  const shown = ours.selectFrom("prices").select("amount_cents").where("state", "=", "shown");
  expect(await shown.execute()).toEqual([{ amount_cents: 1500 }]);
});

const standing = (perfume_id: number) =>
  ours
    .selectFrom("price_summaries")
    .select(["count", "cheapest_id"])
    .where("perfume_id", "=", perfume_id)
    .where("kind", "=", "vouched")
    .executeTakeFirstOrThrow();

test("a price that cannot be one is left out, whatever the source says", async () => {
  let bottles = 0;
  const price = async (cents: number, more = {}) =>
    addPrice(theirs, await addPerfume(theirs, "Zara", `Night ${++bottles}`), cents, now, more);
  await price(1, { size_ml: 1000 });
  await price(499, { size_ml: 30 });
  await price(499, { size_ml: 10, kind: "decant" });
  await price(499, { size_ml: 101, kind: "tester" });
  await price(200_100);
  await price(200_000);
  // Earlier releases took any two letters.
  await price(500, { country: "EN" });
  await price(3000, { currency: "JPY", size_ml: 7.5 });
  await price(700, { currency: "JPY", size_ml: 50 });
  await price(2000, { currency: "AFN" });
  await dump(theirs);
  expect((await mirror()).prices).toMatchObject({ added: 4, leftOut: 6 });
  const kept = await ours
    .selectFrom("prices")
    .select(["amount_cents", "vouched", "state"])
    .orderBy("id")
    .execute();
  expect(kept).toEqual(
    [499, 200_000, 500, 3000].map((amount_cents) => ({ amount_cents, vouched: 1, state: "shown" })),
  );
});

test("a site with content of its own is no mirror, and a mirror has one source", async () => {
  const id = await addPerfume(theirs, "Creed", "Aventus");
  await dump(theirs);
  const own = await addPerfume(ours, "Ours", "Alone");
  await expect(mirror()).rejects.toThrow(/^This site has content of its own: [^\n]*$/u);
  await remove(ours, own, by);
  await expect(mirror()).rejects.toThrow("This site has content of its own");
  ours = await freshDatabase();
  await mirror();

  await theirs.updateTable("perfumes").set({ popularidad: 9 }).where("id", "=", id).execute();
  await dump(theirs);
  const folder = ownCopy();
  const origin = await serve((request, response) =>
    response.end(readFileSync(join(folder, request.url!.slice("/data/".length)))),
  );
  await expect(mirror(origin)).rejects.toThrow(
    `This site follows https://sosia.example, and not ${origin}.`,
  );
  expect((await mirror()).perfumes).toMatchObject({ changed: 1 });
});

const row = (id: unknown, more = "") =>
  `{"id":${String(id)},"marca":"A","nombre":"B ${String(id)}"${more}}\n`;
const packed = (text: string) => gzipSync(text);
const bomb = Array.from({ length: 300 }, (_, n) =>
  row(n + 1).replace(":", `:${" ".repeat(60_000)}`),
).join("");
const wrongSum = { sha256: "0".repeat(64) };

const spoiltFiles: [reason: RegExp, name: string, content: Buffer, said?: object][] = [
  [/more than 8589934592 bytes/u, "perfumes.jsonl.gz", packed(""), { bytes: 9e9 }],
  [/checksum/u, "perfumes.jsonl.gz", packed(row(1)), wrongSum],
  [/csv\.gz has another checksum/u, "perfumes.csv.gz", packed("x"), wrongSum],
  [/has more than 5 bytes/u, "perfumes.jsonl.gz", packed(row(1)), { bytes: 5 }],
  [/bytes; the manifest says 5000/u, "perfumes.jsonl.gz", packed(row(1)), { bytes: 5000 }],
  [/other than the 2 rows/u, "perfumes.jsonl.gz", packed(row(1)), { rows: 2 }],
  [/other than the 1 rows/u, "perfumes.jsonl.gz", packed(row(1) + row(2))],
  [/unpacks to far more/u, "perfumes.jsonl.gz", packed(bomb), { rows: 1e9 }],
  [/too long/u, "perfumes.jsonl.gz", packed(`"${"x".repeat(70_000)}`)],
  [/not gzip/u, "perfumes.jsonl.gz", Buffer.from(row(1))],
  [/not gzip/u, "perfumes.jsonl.gz", packed(row(1)).subarray(0, 30)],
  [/line 1: is not a row/u, "perfumes.jsonl.gz", packed(row(0))],
  [/line 1: is not a row/u, "perfumes.jsonl.gz", packed(row(1e12 + 1))],
  [/line 2: is not a row/u, "perfumes.jsonl.gz", packed(row(2) + row(1)), { rows: 2 }],
  [/line 1: is not a row/u, "perfumes.jsonl.gz", packed(row(1, ',"more":{"a":1}'))],
  [/line 1: anio/u, "perfumes.jsonl.gz", packed(row(1, ',"anio":"soon"'))],
  [/middle of a line/u, "perfumes.jsonl.gz", packed(row(1).trim())],
  [/not one of the files/u, "perfumes.jsonl.gz", packed(""), { name: "../../etc/passwd" }],
  [/names a file twice/u, "perfumes.jsonl.gz", packed(""), { name: "dupes.csv.gz" }],
  ...["soon", 1.5, -1, 1e300, "\u0000", null].map((perfume_id): (typeof spoiltFiles)[number] => [
    /^redirects\.jsonl\.gz, line 1: perfume_id: is not an id\.$/u,
    "redirects.jsonl.gz",
    packed(`${JSON.stringify({ id: 9, old_id: 9, perfume_id })}\n`),
    { rows: 1 },
  ]),
];

const spoiltDumps: [reason: RegExp, spoil: (folder: string) => void][] = [
  ...spoiltFiles.map(([reason, ...file]): (typeof spoiltDumps)[number] => [
    reason,
    (folder) => put(folder, ...file),
  ]),
  [/is missing/u, (folder) => rmSync(join(folder, "dupes.csv.gz"))],
  [/schema_version/u, (folder) => changeManifest(folder, { schema_version: 2 })],
  [/has no perfumes\.jsonl\.gz/u, (folder) => changeManifest(folder, { files: [] })],
  [/not JSON/u, (folder) => writeFileSync(join(folder, "manifest.json"), "<html>")],
  [/no manifest\.json/u, (folder) => rmSync(join(folder, "manifest.json"))],
];

test("a dump that is not as its manifest says is refused with one line, and nothing is changed", async () => {
  await addPerfume(theirs, "Creed", "Aventus");
  await dump(theirs);
  for (const [reason, spoil] of spoiltDumps) {
    const folder = ownCopy();
    spoil(folder);
    await expect(mirror(folder), String(reason)).rejects.toThrow(reason);
  }
  expect(await ours.selectFrom("perfumes").selectAll().execute()).toEqual([]);
  expect(await ours.selectFrom("mirrored_rows").selectAll().execute()).toEqual([]);
});

test("a dump brings neither photos nor shop links, and takes none away", async () => {
  const aventus = await addPerfume(theirs, "Creed", "Aventus");
  await addDupe(theirs, aventus, "Armaf", "Club de Nuit");
  await dump(theirs);
  const folder = ownCopy();
  const add = (name: string, cells: object) => {
    const lines = gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trim()
      .split("\n");
    const rows = lines.map((line) => `${JSON.stringify({ ...JSON.parse(line), ...cells })}\n`);
    put(folder, name, gzipSync(rows.join("")));
  };
  add("perfumes.jsonl.gz", { foto: "https://spy.example/a.webp" });
  add("dupes.jsonl.gz", { foto: "https://spy.example/b.webp", enlace: "https://spy.example/c" });
  expect(await mirror(folder)).toMatchObject({ perfumes: { added: 2 }, dupes: { added: 1 } });
  expect(await ours.selectFrom("perfumes").select("foto").distinct().execute()).toEqual([
    { foto: null },
  ]);
  expect(await ours.selectFrom("dupes").select("enlace").execute()).toEqual([{ enlace: null }]);
  const foto = "https://photos.example/own.webp";
  await ours.updateTable("perfumes").set({ foto }).execute();
  add("perfumes.jsonl.gz", { foto: "", anio: 2010 });
  expect(await mirror(folder)).toMatchObject({ perfumes: { changed: 2 } });
  expect(await ours.selectFrom("perfumes").select("foto").distinct().execute()).toEqual([{ foto }]);
});

function changeManifest(folder: string, values: object) {
  const path = join(folder, "manifest.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...values }));
}

test("a dump comes from an address, too; a site that sends too much, fails or leads elsewhere is refused", async () => {
  await addPerfume(theirs, "Creed", "Aventus");
  await dump(theirs);
  const folder = ownCopy();
  let endless = "";
  const origin = await serve((request, response) => {
    const [, base, name = ""] = /^\/(\w+)\/([\w.]+)$/u.exec(request.url!) ?? [];
    if (base === "moved") return void response.writeHead(302, { Location: "/data/x" }).end();
    if (base !== "data") return void response.writeHead(404).end();
    if (name !== endless) return void response.end(readFileSync(join(folder, name)));
    const timer = setInterval(() => response.write(Buffer.alloc(100_000)), 1);
    return void response.once("close", () => clearInterval(timer));
  });
  endless = "manifest.json";
  await expect(mirror(origin)).rejects.toThrow("manifest.json has more than 1048576 bytes.");
  endless = "perfumes.csv.gz";
  await expect(mirror(origin)).rejects.toThrow(/perfumes\.csv\.gz has more than \d+ bytes\./u);
  endless = "";
  for (const [place, reason] of [
    [`${origin}/none`, "answered 404"],
    [`${origin}/moved`, "did not answer"],
    ["http://sosia.example/data", "must begin with https://"],
    ["ftp://localhost/data", "must begin with https://"],
    ["file:///etc", "must begin with https://"],
    ["https://", "must begin with https://"],
  ])
    await expect(mirror(place), place).rejects.toThrow(reason);
  expect((await mirror(`${origin}/data/manifest.json`)).perfumes.added).toBe(1);
  expect((await mirror(`${origin}/data/`)).perfumes.unchanged).toBe(1);
});

test("a source that sends a byte now and then, or nothing, is given up", async () => {
  await addPerfume(theirs, "Creed", "Aventus");
  await dump(theirs);
  const folder = ownCopy();
  let slow = "";
  let pause = 20;
  const origin = await serve((request, response) => {
    const name = request.url!.slice("/data/".length);
    const content = readFileSync(join(folder, name));
    if (name !== slow) return void response.end(content);
    let sent = 0;
    response.flushHeaders();
    const timer = setInterval(() => response.write(content.subarray(sent, ++sent)), pause);
    return void response.once("close", () => clearInterval(timer));
  });
  const fetched = (pace: object) =>
    fetchDump(origin, newFolder(), { patience: 1000, leastPace: 10_000, longest: 60_000, ...pace });
  for (slow of ["manifest.json", "perfumes.jsonl.gz", "perfumes.csv.gz"])
    await expect(fetched({}), slow).rejects.toThrow(`${slow} comes too slowly.`);
  await expect(fetched({ leastPace: 1, longest: 300 })).rejects.toThrow("comes too slowly.");
  pause = 60_000;
  await expect(fetched({})).rejects.toThrow("stopped coming.");
  slow = "";
  expect((await fetched({})).files).toHaveLength(16);
});
