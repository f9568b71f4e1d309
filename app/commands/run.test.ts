import { globSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { runCommand } from "../../tests/support/command.ts";
import { freshSqlite } from "../../tests/support/sqlite-databases.ts";

let folder: string;
let path: string;
let url: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sosia-run-"));
  path = join(folder, "perfumes.db");
  url = `file:${path}`;
  writeFileSync(join(folder, "p.csv"), "marca,nombre\nCreed,Aventus\n");
});

const commands: [string, ...string[]][] = [
  ["mail", "status"],
  ["mail", "retry"],
  ["index-now", "status"],
  ["index-now", "retry"],
  ["db-migrate"],
  ["seed"],
  ["seed", "--if-empty"],
  ["sample"],
  ["sample", "--remove"],
  ["catalog", "import", "perfumes", "p.csv"],
  ["catalog", "export", "perfumes"],
  ["catalog", "duplicates"],
  ["people", "list"],
  ["queue", "list"],
];
const making = ["db-migrate", "seed", "sample"];
const onExisting = commands.filter(([name, verb]) => !making.includes(name) && verb !== "import");

const run = ([name, ...words]: [string, ...string[]]) =>
  runCommand(
    name,
    url,
    words.map((word) => (word.endsWith(".csv") ? join(folder, word) : word)),
  );

/** An expected failure: one line on stderr. */
const refusal = (reason: RegExp) => ({
  code: 1,
  out: "",
  err: expect.stringMatching(new RegExp(`^.*${reason.source}.*\n$`)),
});

async function on<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = connect(url);
  return work(db).finally(() => db.destroy());
}

const tables = () =>
  on(async (db) => (await db.introspection.getTables()).map((table) => table.name));

test.each(onExisting)("%s %s does not create a missing file", async (...command) => {
  expect(await run(command)).toEqual(refusal(/There is no database .*perfumes\.db/));
  expect(readdirSync(folder)).toEqual(["p.csv"]);
});

test.each(onExisting)(
  "%s %s does not change the schema and leaves no files behind",
  async (...command) => {
    await on((db) => sql`create table something (x)`.execute(db));
    const files = readdirSync(folder);
    expect(await run(command)).toEqual(refusal(/schema is not up to date/));
    expect(await tables()).toEqual(["something"]);
    expect(readdirSync(folder)).toEqual(files);
  },
);

test.each(commands)("%s %s leaves a newer schema alone", async (...command) => {
  await freshSqlite(folder);
  await on((db) =>
    sql`insert into kysely_migration values ('2999-01-01-news', '2999')`.execute(db),
  );
  expect(await run(command)).toEqual(refusal(/newer than this version.*2999-01-01-news/));
});

test.each(commands)(
  "%s %s rejects a file that is not a database in one line",
  async (...command) => {
    writeFileSync(path, "x".repeat(10_000));
    expect(await run(command)).toEqual(refusal(/is damaged, or no SQLite database/));
  },
);

test.each([
  ["mail", "retry"],
  ["index-now", "retry"],
] as [string, string][])(
  "%s %s says in one line that the database is locked",
  async (...command) => {
    await freshSqlite(folder);
    await on(async (db) => {
      const lock = await db.startTransaction().execute();
      expect(await run(command)).toEqual(refusal(/is locked by another process/));
      await lock.rollback().execute();
    });
    expect((await run(command)).code).toBe(0);
  },
);

test("a read-only command works while another process writes", async () => {
  await freshSqlite(folder);
  await on(async (db) => {
    const lock = await db.startTransaction().execute();
    expect((await run(["mail", "status"])).out).toBe("0 waiting, 0 sent, 0 dead\n");
    await lock.rollback().execute();
  });
});

test("an unsupported address gives a one-line error", async () => {
  url = "mysql://localhost/sosia";
  expect(await run(["db-migrate"])).toEqual(refusal(/DATABASE_URL must be file:/));
});

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const names = globSync("app/commands/*.ts").filter((file) =>
  Object.values<string>(scripts).some((script) => script.includes(` ${file}`)),
);

test.each(names)(
  "%s answers help with its usage, refuses unknown words, and does nothing",
  async (file) => {
    const name = basename(file, ".ts");
    const before = readdirSync(".");
    const lines =
      "help,--help,-h,--HELP,-help,-?,/?,-- help,list --help,help import,export perfumes help";
    for (const line of lines.split(",")) {
      const words = line.split(" ");
      const { code, out, err } = await runCommand(name, url, words);
      expect([words, code, err]).toEqual([words, 0, ""]);
      expect(out).toMatch(/^Usage: npm run [a-z:-]+ /u);
    }
    const { code, out, err } = await runCommand(name, url, ["a", "b", "c", "--unknown"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^Usage: npm run [a-z:-]+ /u);
    expect(readdirSync(".")).toEqual(before);
    expect(readdirSync(folder)).toEqual(["p.csv"]);
  },
);

test.each([
  ["sample", "remove"],
  ["seed", "if-empty"],
  ["dump", "accept-shrink"],
])("%s says so when npm took --%s, because no -- stood before it", async (name, option) => {
  const taken = { [`npm_config_${option.replace("-", "_")}`]: "true" };
  const { code, out, err } = await runCommand(name, url, [], taken);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(
    `npm took --${option} for itself: write -- before it, as in: npm run … -- --${option}\n`,
  );
  expect(readdirSync(folder)).toEqual(["p.csv"]);
});

test("a folder that is missing, as of a disk that is not mounted, is not made for a database", async () => {
  const there = `file:${join(folder, "disk", "perfumes.db")}`;
  for (const [name, ...words] of [
    ["db-migrate"],
    ["seed"],
    ["db-copy", await freshSqlite(folder), there],
  ]) {
    const { code, out, err } = await runCommand(name!, there, words);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(
      /^There is no folder .*disk for the database: mount its disk, or make it[^\n]*\n$/u,
    );
  }
  expect(readdirSync(folder)).not.toContain("disk");
});

test("a database is not copied onto itself, and the reason is not that a site has it open", async () => {
  const from = await freshSqlite(folder);
  expect(await runCommand("db-copy", from, [from, `file:${folder}/./perfumes.db`])).toEqual(
    refusal(/FROM and TO are the same database\./),
  );
});

test.each(["file:$?mode=rw", "file::memory:", "file://x.db", "file://localhost$", "file:C:\\x.db"])(
  "%s is no path, and becomes no new database",
  async (form) => {
    const ran = await runCommand("db-migrate", form.replace("$", path), []);
    expect(ran).toEqual(refusal(/DATABASE_URL must be file: and a path alone/u));
    expect(readdirSync(folder)).toEqual(["p.csv"]);
  },
);

test("spaces around a setting are no part of it", async () => {
  expect((await runCommand("db-migrate", ` ${url}\n`, [])).code).toBe(0);
  expect(readdirSync(folder)).toContain("perfumes.db");
});
