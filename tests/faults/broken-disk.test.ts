import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { addPerfume } from "../support/database.ts";
import { sendMessage } from "../support/send-message.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret, userAgent } from "../support/site.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";

async function startIn(folder: string) {
  const databaseUrl = `file:${join(folder, "perfumes.db")}`;
  const db = connect(databaseUrl);
  await migrate(db);
  const id = await addPerfume(db, "Creed", "Aventus");
  const { origin, process } = await startServer({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: testSecret,
    MAIL_DIR: join(folder, "outbox"),
  });
  onTestFinished(async () => {
    process.kill("SIGKILL");
    await db.destroy();
  });
  const page = () =>
    fetch(`${origin}/es/perfume/creed-aventus-${id}`, { headers: { "User-Agent": userAgent } });
  const write = () => sendMessage(origin, `${"w".repeat(900)} kept`);
  return { process, page, write };
}

const newFolder = () => mkdtempSync(join(tmpdir(), "sosia-disk-"));

/** Sends a form, opens a page whose view is still buffered at shutdown, and stops the process. */
async function whatHappens({ process, page, write }: Awaited<ReturnType<typeof startIn>>) {
  const refused = await write();
  const kept = (await refused.text()).includes("www kept</textarea>");
  const read = (await page()).status;
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  const [code] = await ended;
  const form = { status: refused.status, retryAfter: refused.headers.get("Retry-After"), kept };
  return { form, read, code };
}

const inOrder = {
  form: { status: 503, retryAfter: "5", kept: true },
  read: 200,
  code: 0,
};

test("write errors: pages work, forms are 503 with what was typed, and the site exits with 0", async (context) => {
  const folder = newFolder();
  const server = await startIn(folder);
  const bytes = statSync(join(folder, "perfumes.db-wal")).size;
  try {
    // From here on every write that extends a file fails: SQLite has an I/O error.
    execFileSync("prlimit", ["--pid", String(server.process.pid), `--fsize=${bytes}`]);
  } catch (error) {
    context.skip(`prlimit cannot limit a process here: ${String(error)}`);
  }
  expect(await whatHappens(server)).toEqual(inOrder);
});

test("full disk: pages work, forms are 503 with what was typed, and the site exits with 0", async (context) => {
  const folder = newFolder();
  mountSmallDisk(folder, "8m", context);
  const server = await startIn(folder);
  fillDisk(folder);
  expect(await whatHappens(server)).toEqual(inOrder);
});
