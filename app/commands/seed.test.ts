import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/open/open.ts";
import { newDatabaseUrl, runCommand, runProcess } from "../../tests/support/command.ts";

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

const nothing = { perfumes: 0, dupes: 0, people: 0, votes: 0, reviews: 0 };

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

/** Waits until another process has created the schema and started filling the database. */
async function untilFilling(path: string): Promise<void> {
  for (;;) {
    const sqlite = new Database(path, { timeout: 0 });
    try {
      sqlite.prepare("select 1 from contact_messages").get();
      sqlite.exec("begin immediate; rollback");
    } catch (error) {
      if ((error as { code: string }).code === "SQLITE_BUSY" && isMigrated(sqlite)) return;
    } finally {
      sqlite.close();
    }
    await pause(2);
  }
}

function isMigrated(sqlite: Database.Database): boolean {
  try {
    return sqlite.prepare("select 1 from kysely_migration").get() !== undefined;
  } catch {
    return false;
  }
}

test("a process killed while filling leaves all or nothing, and the next one fills the database", async () => {
  const left: object[] = [];
  for (const ms of [0, 200]) {
    url = newDatabaseUrl();
    const child = spawn(process.execPath, ["app/commands/seed.ts", "--if-empty"], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: "ignore",
    });
    const exit = once(child, "exit");
    await untilFilling(url.slice("file:".length));
    await pause(ms);
    child.kill("SIGKILL");
    await exit;
    left.push(await counts());
  }
  expect(left[0]).toEqual(nothing);
  expect((await seed()).code).toBe(0);
  const filled = await counts();
  expect(filled.votes).toBeGreaterThan(1000);
  for (const one of left) expect([nothing, filled]).toContainEqual(one);
});
