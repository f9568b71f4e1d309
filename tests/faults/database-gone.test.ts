import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, test, type TestContext } from "vitest";
import { connect } from "#db/open/open.ts";
import { sendMessage } from "../support/send-message.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";
import { freshSqlite } from "../support/sqlite-databases.ts";
import { eventually } from "../support/eventually.ts";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sosia-gone-"));
  for (const name of ["deleted", "overwritten", "other", "locked"])
    renameSync((await freshSqlite(folder)).slice("file:".length), join(folder, `${name}.db`));
});

async function start(name: string, onTestFinished: TestContext["onTestFinished"]) {
  const path = join(folder, `${name}.db`);
  const { origin, process } = await startServer({
    DATABASE_URL: `file:${path}`,
    SESSION_SECRET: testSecret,
    UPLOADS_DIR: join(folder, "uploads"),
  });
  onTestFinished(() => void process.kill("SIGKILL"));
  const status = async (of: string) => (await fetch(origin + of)).status;
  const send = async (message: string) => {
    const answer = await sendMessage(origin, message, { lang: "en" });
    return { status: answer.status, page: await answer.text() };
  };
  return { path, status, send };
}

async function messages(path: string): Promise<string[]> {
  const db = connect(`file:${path}`);
  const rows = await db.selectFrom("contact_messages").select("message").execute();
  await db.destroy();
  return rows.map(({ message }) => message);
}

test.concurrent("after its database file is deleted the site acknowledges no write, keeps what was typed, and is unhealthy", async ({
  expect,
  onTestFinished,
}) => {
  const { path, status, send } = await start("deleted", onTestFinished);
  expect((await send("Before")).status).toBe(303);
  rmSync(path);
  const refused = await send("Words that are kept");
  expect(refused.status).toBe(503);
  expect(refused.page).toContain("Words that are kept");
  await eventually(async () => expect(await status("/healthz")).toBe(503));
  expect(await status("/readyz")).toBe(503);
  expect((await send("Again")).status).toBe(503);
});

test.concurrent("an overwritten database file is detected in time and no longer written to", async ({
  expect,
  onTestFinished,
}) => {
  const { path, status, send } = await start("overwritten", onTestFinished);
  expect((await send("Before")).status).toBe(303);
  copyFileSync(join(folder, "other.db"), path);
  await eventually(async () => expect(await status("/healthz")).toBe(503));
  expect(await status("/readyz")).toBe(503);
  expect((await send("Words")).status).toBe(503);
});

test.concurrent("while another process holds the write lock the site is healthy but not ready under any load, and pages work", async ({
  expect,
  onTestFinished,
}) => {
  const { path, status, send } = await start("locked", onTestFinished);
  expect(await status("/readyz")).toBe(200);
  expect((await send("Kept")).status).toBe(303);
  const other = connect(`file:${path}`);
  onTestFinished(() => other.destroy());
  const lock = await other.startTransaction().execute();
  // Answers are cached for a second.
  await eventually(async () => expect(await status("/readyz")).toBe(503));
  const asked = Promise.all(Array.from({ length: 20 }, () => status("/readyz")));
  expect(await status("/en/about")).toBe(200);
  expect(await status("/healthz")).toBe(200);
  expect(new Set(await asked)).toEqual(new Set([503]));
  await lock.rollback().execute();
  await eventually(async () => expect(await status("/readyz")).toBe(200));
  expect(await messages(path)).toEqual(["Kept"]);
});
