import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../database.ts";
import { connect } from "../open/open.ts";
import { lockOf } from "./sqlite-address.ts";
import { shareLock, takeLock } from "./file-lock.ts";

const newPath = () => join(mkdtempSync(join(tmpdir(), "sosia-lock-")), "lock");

/** Kysely closes only connections that were used. */
const use = (db: Db) => sql`select 1`.execute(db);

/** @returns whether a separate process gets the lock */
function inAnotherProcess(how: "shareLock" | "takeLock", path: string): boolean {
  const module = new URL("file-lock.ts", import.meta.url).href;
  const code = `import { ${how} } from "${module}"; process.exit(${how}(process.argv[1]) ? 0 : 9);`;
  try {
    execFileSync(process.execPath, ["--input-type=module", "-e", code, path], { stdio: "pipe" });
    return true;
  } catch (error) {
    if ((error as { status?: number }).status === 9) return false;
    throw error;
  }
}

test("a shared lock can be shared but not taken exclusively until it is released", () => {
  const path = newPath();
  const lock = shareLock(path)!;
  expect(inAnotherProcess("shareLock", path)).toBe(true);
  expect(inAnotherProcess("takeLock", path)).toBe(false);
  expect(takeLock(path)).toBeNull();
  lock.release();
  expect(inAnotherProcess("takeLock", path)).toBe(true);
});

test("an exclusive lock excludes everybody else until it is released", () => {
  const path = newPath();
  const lock = takeLock(path)!;
  expect(inAnotherProcess("shareLock", path)).toBe(false);
  expect(inAnotherProcess("takeLock", path)).toBe(false);
  lock.release();
  expect(inAnotherProcess("shareLock", path)).toBe(true);
});

test("an open database holds its shared lock, and under an exclusive lock nobody can open it", async () => {
  const path = newPath();
  const db = connect(`file:${path}`);
  await use(db);
  expect(takeLock(lockOf(path))).toBeNull();
  await db.destroy();
  const lock = takeLock(lockOf(path))!;
  expect(() => connect(`file:${path}`)).toThrow("is being restored");
  lock.release();
  const again = connect(`file:${path}`);
  await use(again);
  await again.destroy();
});
