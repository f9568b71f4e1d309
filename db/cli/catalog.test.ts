import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { connect } from "../connect.ts";
import { runCommand } from "../../tests/support/command.ts";

let folder: string;
let database: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sosia-cli-"));
  database = `file:${join(folder, "perfumes.db")}`;
});

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** The command as an operator runs it, on a database of its own. */
const catalog = (...words: string[]) => runCommand("catalog", database, words);

async function countPerfumes(): Promise<number> {
  const db = connect(database);
  const rows = await db.selectFrom("perfumes").select("id").execute();
  await db.destroy();
  return rows.length;
}

test("perfumes and then their dupes are imported into a database that was not there", async () => {
  const perfumes = file("p.csv", "marca,nombre\nCreed,Aventus\nDior,Dune\n");
  const dupes = file(
    "d.csv",
    "perfume_marca,perfume_nombre,marca,nombre\nCreed,Aventus,Armaf,Club de Nuit\n",
  );
  const first = await catalog("import", "perfumes", perfumes);
  expect([first.code, first.err]).toEqual([0, ""]);
  expect(first.out).toMatch(/^perfumes: 2 added, 0 changed, 0 unchanged/);
  const second = await catalog("import", "dupes", dupes);
  expect([second.code, second.out]).toEqual([0, expect.stringMatching(/^dupes: 1 added/)]);
  // The look-alike is a bottle, too.
  expect(await countPerfumes()).toBe(3);
});

test("bad lines end with 1, are named by number and leave the database as it was", async () => {
  const perfumes = file(
    "p.csv",
    "marca,nombre,popularidad\nCreed,Aventus,1\n,Dune,2\nDior,Joy,x\n",
  );
  const { code, out, err } = await catalog("import", "perfumes", perfumes);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("line 3: marca: is empty\nline 4: popularidad: is not a whole number\n");
  expect(err).toContain("2 bad lines");
  expect(err).toContain("nothing was changed");
  expect(await countPerfumes()).toBe(0);
});

test.each([
  [[], /Usage: npm run catalog/],
  [["import"], /Usage/],
  [["import", "perfumes"], /Usage/],
  [["import", "brands", "x.csv"], /Usage/],
  [["export", "perfumes", "x.csv"], /Usage/],
  [["import", "perfumes", "a.csv", "b.csv"], /Usage/],
  [["import", "perfumes", "no-such.csv"], /There is no file no-such\.csv/],
])("an invalid command ends with 2 and says why: %j", async (words, message) => {
  const { code, out, err } = await catalog(...words);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});
