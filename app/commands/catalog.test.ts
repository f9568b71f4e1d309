import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/open/open.ts";
import { newDatabaseUrl, runCommand } from "../../tests/support/command.ts";
import { newFile } from "../../tests/support/new-file.ts";

let database: string;

beforeEach(() => {
  database = newDatabaseUrl();
});

/** Runs the command as an operator would, on a separate database. */
const catalog = (...words: string[]) => runCommand("catalog", database, words);

const folderOfDatabase = () => dirname(database.slice("file:".length));

async function countPerfumes(): Promise<number> {
  const db = connect(database);
  const rows = await db.selectFrom("perfumes").select("id").execute();
  await db.destroy();
  return rows.length;
}

test("perfumes and then their dupes are imported into a new database", async () => {
  const perfumes = newFile("marca,nombre\nCreed,Aventus\nDior,Dune\n");
  const dupes = newFile(
    "perfume_marca,perfume_nombre,marca,nombre\nCreed,Aventus,Armaf,Club de Nuit\n",
  );
  const first = await catalog("import", "perfumes", perfumes);
  expect([first.code, first.err]).toEqual([0, ""]);
  expect(first.out).toMatch(/^perfumes: 2 added, 0 changed, 0 unchanged/);
  const second = await catalog("import", "dupes", dupes);
  expect([second.code, second.out]).toEqual([0, expect.stringMatching(/^dupes: 1 added/)]);
  // The look-alike is a bottle too.
  expect(await countPerfumes()).toBe(3);
});

test("bad lines exit with 1, are reported by number and leave the database unchanged", async () => {
  const perfumes = newFile("marca,nombre,popularidad\nCreed,Aventus,1\n,Dune,2\nDior,Joy,x\n");
  const { code, out, err } = await catalog("import", "perfumes", perfumes);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("line 3: marca: is empty\nline 4: popularidad: is not a whole number\n");
  expect(err).toContain("2 bad lines");
  expect(err).toContain("nothing was changed");
  expect(await countPerfumes()).toBe(0);
});

test("an invalid command exits with 2 and says why", async () => {
  const commands: [string[], RegExp][] = [
    [[], /Usage: npm run catalog/],
    [["constructor"], /Usage/],
    [["__proto__"], /Usage/],
    [["import"], /Usage/],
    [["import", "perfumes"], /Usage/],
    [["import", "brands", "x.csv"], /Usage/],
    [["export", "brands"], /Usage/],
    [["export", "perfumes", "a.csv", "b.csv"], /Usage/],
    [["import", "perfumes", "a.csv", "b.csv"], /Usage/],
    [["import", "perfumes", "no-such.csv"], /There is no file no-such\.csv/],
  ];
  const lines = commands.map(([words]) => words);
  const ran = await Promise.all(lines.map((words) => catalog(...words)));
  expect(ran.map((one, at) => [lines[at], one])).toEqual(
    commands.map(([words, why]) => [words, { code: 2, out: "", err: expect.stringMatching(why) }]),
  );
});

/** A database with Aventus (1) and two duplicate look-alikes of it (2 and 3). */
async function twoOfOne() {
  await catalog("import", "perfumes", newFile("marca,nombre\nCreed,Aventus\n"));
  await catalog(
    "import",
    "dupes",
    newFile(
      "perfume_marca,perfume_nombre,marca,nombre\nCreed,Aventus,Armaf,Club de Nuit\nCreed,Aventus,Armaf,Nuit de Club\n",
    ),
  );
}

test("bottles that are probably the same are listed", async () => {
  await twoOfOne();
  const { code, out, err } = await catalog("duplicates");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("2  Armaf · Club de Nuit\n3  Armaf · Nuit de Club");
});

test("exports to a file and to the terminal are identical", async () => {
  await twoOfOne();
  const path = join(folderOfDatabase(), "out.csv");
  expect((await catalog("export", "dupes", path)).out).toBe(`dupes: 2 rows written to ${path}.\n`);
  const { out } = await catalog("export", "dupes");
  expect(out).toBe(readFileSync(path, "utf8"));
  expect(await catalog("export", "dupes", "-")).toMatchObject({ out, code: 0 });
  expect(out).toContain("Creed,Aventus,Armaf,Club de Nuit,,,,\n");
});

test("an export into a folder that is not there names the folder", async () => {
  await twoOfOne();
  const lost = join(folderOfDatabase(), "lost");
  expect(await catalog("export", "dupes", join(lost, "out.csv"))).toMatchObject({
    code: 2,
    err: `There is no folder ${lost}.\n`,
  });
});

test("an export does not replace anything but a regular file", async () => {
  await twoOfOne();
  const folder = folderOfDatabase();
  expect(await catalog("export", "dupes", folder)).toMatchObject({
    code: 2,
    err: `${folder} is not a file.\n`,
  });
});
