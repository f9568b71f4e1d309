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
} from "../../../../tests/support/database.ts";
import { onPostgres } from "../../../../tests/support/postgres-databases.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { seed } from "#app/commands/load-starter.ts";
import { saveAlias } from "#app/domain/catalog/aliases.ts";
import { editPerfume, remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { findPerfume } from "#app/domain/catalog/perfumes.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { openDumps } from "../open-dumps.ts";
import { makeDump } from "../make-dump.ts";
import { fetchDump } from "./fetch-files.ts";
import { importDump } from "./import-dump.ts";

let theirs: Db;
let ours: Db;
let dumps: string;

const now = new Date();
const by = { actor: null, now };
const newFolder = () => mkdtempSync(join(tmpdir(), "sosia-mirror-"));

beforeEach(async () => {
  [theirs, ours] = [await freshDatabase(), await freshDatabase()];
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
function put(folder: string, name: string, content: Buffer, said: Record<string, unknown> = {}) {
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
}

test("a dump in an empty site makes the same catalogue, with the same ids: its dump is identical", async () => {
  await fill(theirs);
  const before = await dump(theirs);
  const imported = await mirror();
  expect(imported.redirects).toMatchObject({ added: 1, leftOut: 0 });
  const after = await dump(ours, newFolder());
  expect(after.files).toEqual(before.files);
  expect(before.files.find(({ name }) => name === "prices.csv.gz")!.rows).toBe(3);
  // The next bottle gets an id of its own.
  const ids = [await addPerfume(ours, "Dior", "New"), await addPerfume(theirs, "Dior", "New")];
  expect(ids[0]).toBeGreaterThan(0);

  for (const counts of Object.values(await mirror()))
    expect(counts).toMatchObject({ added: 0, changed: 0 });
});

test("a site with content is only added to, and corrected where a row came with a dump", async () => {
  const own = await addPerfume(ours, "Creed", "Aventus", { anio: 1999 });
  const other = await addPerfume(ours, "Ours", "Alone");
  const aventus = await addPerfume(theirs, "Creed", "Aventus", { anio: 2010 });
  const night = await addPerfume(theirs, "Zara", "Night", { anio: 2001 });
  const dupe = await addDupe(theirs, aventus, "Zara", "Night", { estimacion: 60 });
  await addSource(theirs, dupe, { url: "https://reviews.example/a", title: "Before" });
  await saveAlias(theirs, { id: night, marca: "Zara" }, { alias: "Nite", kind: "name" });
  await addPrice(theirs, night, 999, now);
  await dump(theirs);
  expect(await mirror()).toEqual({
    perfumes: { added: 1, changed: 0, unchanged: 1, leftOut: 0 },
    aliases: { added: 1, changed: 0, unchanged: 0, leftOut: 0 },
    dupes: { added: 1, changed: 0, unchanged: 0, leftOut: 0 },
    sources: { added: 1, changed: 0, unchanged: 0, leftOut: 0 },
    prices: { added: 1, changed: 0, unchanged: 0, leftOut: 0 },
    redirects: { added: 0, changed: 0, unchanged: 0, leftOut: 0 },
  });
  expect(await findPerfume(ours, own)).toMatchObject({ anio: 1999 });

  await editPerfume(theirs, night, { nombre: "Midnight", anio: 2002 }, null, by);
  await editPerfume(theirs, aventus, { anio: 2011 }, null, by);
  await theirs.updateTable("dupes").set({ estimacion: 61 }).execute();
  await theirs.updateTable("dupe_sources").set({ title: "After" }).execute();
  await theirs.updateTable("perfume_aliases").set({ kind: "code" }).execute();
  await dump(theirs);
  expect(await mirror()).toMatchObject({
    perfumes: { added: 0, changed: 1, unchanged: 1, leftOut: 0 },
    aliases: { added: 0, changed: 1 },
    dupes: { added: 0, changed: 1 },
    sources: { added: 0, changed: 1 },
    prices: { added: 0, unchanged: 1 },
  });
  expect(
    await ours.selectFrom("perfumes").select(["id", "nombre", "anio"]).orderBy("id").execute(),
  ).toEqual([
    { id: own, nombre: "Aventus", anio: 1999 },
    { id: other, nombre: "Alone", anio: null },
    { id: expect.any(Number), nombre: "Midnight", anio: 2002 },
  ]);

  // What operators removed here does not come back.
  const midnight = await ours
    .selectFrom("perfumes")
    .select("id")
    .where("nombre", "=", "Midnight")
    .executeTakeFirstOrThrow();
  await remove(ours, midnight.id, by);
  expect(await mirror()).toMatchObject({
    perfumes: { added: 0, changed: 0, unchanged: 1, leftOut: 1 },
    dupes: { added: 0, leftOut: 1 },
    prices: { added: 0, leftOut: 1 },
  });
});

test("a dump that is not as its manifest says is refused with one line, and nothing is changed", async () => {
  await addPerfume(theirs, "Creed", "Aventus");
  await dump(theirs);
  const name = "perfumes.jsonl.gz";
  const row = (id: unknown, more = "") =>
    `{"id":${String(id)},"marca":"A","nombre":"B ${String(id)}"${more}}\n`;
  const packed = (text: string) => gzipSync(text);
  const bomb = () =>
    packed(
      Array.from({ length: 300 }, (_, n) => row(n + 1).replace(":", `:${" ".repeat(60_000)}`)).join(
        "",
      ),
    );
  const cases: [RegExp, (folder: string) => void][] = [
    [
      /more than 8589934592 bytes/u,
      (folder) =>
        ["dupes.csv.gz", name].forEach((one) => put(folder, one, packed(""), { bytes: 5e9 })),
    ],
    [/checksum/u, (folder) => put(folder, name, packed(row(1)), { sha256: "0".repeat(64) })],
    [
      /csv\.gz has another checksum/u,
      (folder) => put(folder, "perfumes.csv.gz", packed("x"), { sha256: "0".repeat(64) }),
    ],
    [/has more than 5 bytes/u, (folder) => put(folder, name, packed(row(1)), { bytes: 5 })],
    [
      /has \d+ bytes; the manifest says 5000/u,
      (folder) => put(folder, name, packed(row(1)), { bytes: 5000 }),
    ],
    [/is missing/u, (folder) => rmSync(join(folder, "dupes.csv.gz"))],
    [/other than the 2 rows/u, (folder) => put(folder, name, packed(row(1)), { rows: 2 })],
    [/other than the 1 rows/u, (folder) => put(folder, name, packed(row(1) + row(2)))],
    [/unpacks to far more/u, (folder) => put(folder, name, bomb(), { rows: 1e9 })],
    [/too long/u, (folder) => put(folder, name, packed(`"${"x".repeat(70_000)}`), { rows: 1 })],
    [/not gzip/u, (folder) => put(folder, name, Buffer.from(row(1)))],
    [/not gzip/u, (folder) => put(folder, name, packed(row(1)).subarray(0, 30))],
    [/line 1: is not a row/u, (folder) => put(folder, name, packed(row(0)))],
    [/line 1: is not a row/u, (folder) => put(folder, name, packed(row(1e12 + 1)))],
    [/line 2: is not a row/u, (folder) => put(folder, name, packed(row(2) + row(1)), { rows: 2 })],
    [
      /line 1: is not a row/u,
      (folder) => put(folder, name, packed('{"id":1,"marca":{"a":1},"nombre":"B"}\n')),
    ],
    [/line 1: anio/u, (folder) => put(folder, name, packed(row(1, ',"anio":"soon"')))],
    ...["soon", 1.5, -1, 1e300, "\u0000", null].map((perfume_id): (typeof cases)[number] => [
      /^redirects\.jsonl\.gz, line 1: perfume_id: is not an id\.$/u,
      (folder) => {
        const redirect = JSON.stringify({ id: 9, old_id: 9, perfume_id });
        put(folder, "redirects.jsonl.gz", packed(`${redirect}\n`), { rows: 1 });
      },
    ]),
    [/middle of a line/u, (folder) => put(folder, name, packed(row(1).trim()))],
    [/schema_version/u, (folder) => changeManifest(folder, { schema_version: 2 })],
    [
      /not one of the files/u,
      (folder) => put(folder, name, packed(""), { name: "../../etc/passwd" }),
    ],
    [/names a file twice/u, (folder) => put(folder, name, packed(""), { name: "dupes.csv.gz" })],
    [/has no perfumes\.jsonl\.gz/u, (folder) => changeManifest(folder, { files: [] })],
    [/not JSON/u, (folder) => writeFileSync(join(folder, "manifest.json"), "<html>")],
    [/no manifest\.json/u, (folder) => rmSync(join(folder, "manifest.json"))],
  ];
  for (const [reason, spoil] of cases) {
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

test("what came from one site is corrected by that site only, whatever another one's manifest says", async () => {
  const id = await addPerfume(theirs, "Creed", "Aventus");
  await dump(theirs);
  await mirror();
  await theirs.updateTable("perfumes").set({ popularidad: 9 }).where("id", "=", id).execute();
  await dump(theirs);
  const folder = ownCopy();
  const origin = await serve((request, response) =>
    response.end(readFileSync(join(folder, request.url!.slice("/data/".length)))),
  );
  expect((await mirror(origin)).perfumes).toMatchObject({ changed: 0, unchanged: 1 });
  expect((await mirror()).perfumes).toMatchObject({ changed: 1 });
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
  expect((await fetched({})).files).toHaveLength(14);
});
