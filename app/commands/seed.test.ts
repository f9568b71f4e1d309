import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/open/open.ts";
import { breakWrites } from "../../tests/support/broken-writes.ts";
import { newDatabaseUrl, runCommand, runProcess } from "../../tests/support/command.ts";
import { freshSqlite } from "../../tests/support/sqlite-databases.ts";

let url: string;

beforeEach(() => {
  url = newDatabaseUrl();
});

const seed = () => runCommand("seed", url, ["--if-empty"]);

afterEach(() => vi.unstubAllEnvs());

async function counts() {
  const db = connect(url);
  const of = async (table: "perfumes" | "dupes" | "usuarios" | "user_votes" | "dupe_reviews") => {
    const all = db.selectFrom(table).select((row) => row.fn.countAll<number>().as("n"));
    return (await all.executeTakeFirstOrThrow()).n;
  };
  const found = {
    perfumes: await of("perfumes"),
    dupes: await of("dupes"),
    people: await of("usuarios"),
    votes: await of("user_votes"),
    reviews: await of("dupe_reviews"),
  };
  await db.destroy();
  return found;
}

test("two processes that fill one new file concurrently both succeed, and only one of them fills it", async () => {
  const fill = () => runProcess("seed", url, ["--if-empty"]);
  const both = await Promise.all([fill(), fill()]);
  expect(both.map(({ code, err }) => [code, err])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect(both.filter(({ out }) => out.startsWith("The database was empty"))).toHaveLength(1);
  const filled = await counts();
  expect(filled).toMatchObject({ people: 40 });
  expect(filled.votes).toBeGreaterThan(1000);
});

test("a public site gets the catalogue without the invented community (RULES.md 1.14)", async () => {
  const filled = async (APP_ORIGIN: string) => {
    url = newDatabaseUrl();
    vi.stubEnv("APP_ORIGIN", APP_ORIGIN);
    const { code } = await seed();
    const { perfumes, people, votes, reviews } = await counts();
    return [code, perfumes > 0, people, votes > 0, reviews > 0];
  };
  expect(await filled("https://sosia.example")).toEqual([0, true, 0, false, false]);
  expect(await filled("http://127.0.0.1:3000")).toEqual([0, true, 40, true, true]);
});

test("a run that fails leaves nothing, and the next one fills the database", async () => {
  url = await freshSqlite();
  const db = connect(url);
  const mend = await breakWrites(db, "dupe_reviews", "insert");
  await expect(seed()).resolves.toMatchObject({ code: 1 });
  const { perfumes, people } = await counts();
  expect([perfumes, people]).toEqual([0, 0]);
  await mend();
  await db.destroy();
  expect((await seed()).code).toBe(0);
  expect((await counts()).votes).toBeGreaterThan(1000);
});
