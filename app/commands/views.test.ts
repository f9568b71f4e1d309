import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { newDatabaseUrl, runCommand } from "../../tests/support/command.ts";
import { addPerfume } from "../../tests/support/database.ts";

let url: string;
let db: Db;
let perfumeId: number;
const folder = mkdtempSync(join(tmpdir(), "sosia-views-"));

beforeEach(async () => {
  url = newDatabaseUrl();
  db = connect(url);
  await migrate(db);
  perfumeId = await addPerfume(db, "Creed", "Aventus");
});

afterEach(() => db.destroy());

const views = (...words: string[]) => runCommand("views", url, words);

function log(name: string, lines: (object | string)[]): string {
  const file = join(folder, name);
  const text = lines
    .map((line) => (typeof line === "string" ? line : JSON.stringify(line)))
    .join("\n");
  writeFileSync(file, name.endsWith(".gz") ? gzipSync(`${text}\n`) : `${text}\n`);
  return file;
}

const opening = (address: string, more: object = {}) => ({
  time: new Date().toISOString(),
  address,
  method: "GET",
  uri: `/de/perfume/creed-aventus-${perfumeId}?reviews=1`,
  status: 200,
  cache: "HIT",
  upstream: "",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  purpose: "",
  referer: "",
  ...more,
});

test("nginx logs are counted once, with a line of totals for each", async () => {
  const old = log("access.log.1.gz", [
    opening("192.0.2.1"),
    opening("192.0.2.1"),
    opening("2001:db8::1"),
    opening("2001:db8::2"),
    opening("192.0.2.2", { cache: "MISS", upstream: "200" }),
    opening("192.0.2.3", { agent: "Googlebot/2.1" }),
    opening("192.0.2.4", { uri: "/de/perfume/x" }),
    "no line of the log",
  ]);
  const young = log("access.log", [opening("192.0.2.1"), opening("192.0.2.9")]);
  expect(await views("import", old, young)).toEqual({
    code: 0,
    err: "",
    out: [
      `${old}: 2 views counted of 8 lines, 0 imported before, 2 repeated, 1 answered by the site, 0 of removed bottles, 2 other, 1 broken.`,
      `${young}: 1 view counted of 2 lines, 0 imported before, 1 repeated, 0 answered by the site, 0 of removed bottles, 0 other, 0 broken.`,
      "",
    ].join("\n"),
  });
  expect((await views("import", young)).out).toContain(
    "0 views counted of 2 lines, 2 imported before",
  );
  expect(await db.selectFrom("perfume_new_views").selectAll().execute()).toEqual([
    { perfume_id: perfumeId, views: 3 },
  ]);
});

test("a file that is not a log gives a one-line error", async () => {
  expect(await views("import", "/nowhere/access.log")).toEqual({
    code: 1,
    out: "",
    err: "/nowhere/access.log: no such file.\n",
  });
  expect(await views("import", folder)).toMatchObject({
    code: 1,
    err: `${folder}: cannot be read.\n`,
  });
  const whole = gzipSync("x\n".repeat(100_000));
  const damaged = join(folder, "damaged.gz");
  writeFileSync(damaged, whole.subarray(0, whole.length - 20));
  expect(await views("import", damaged)).toMatchObject({
    code: 1,
    err: `${damaged}: damaged.\n`,
  });
});

test.each([[[]], [["import"]], [["export", "x.log"]], [["import", "--all"]]])(
  "misuse (%j) prints the usage",
  async (words) => {
    const { code, err } = await views(...words);
    expect([code, err]).toEqual([2, expect.stringMatching(/^Usage: npm run views -- import /u)]);
  },
);
