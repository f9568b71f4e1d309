import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { hostileBody, hostilePieces } from "../support/hostile-forms.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";

/** ms; it was 1,937 */
const limit = 500;

test("pages come quickly while a client sends forms full of combining marks on two connections", async () => {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "sosia-marks-")), "perfumes.db")}`;
  const db = connect(url);
  await migrate(db);
  await db.destroy();
  const { origin, process } = await startServer({ DATABASE_URL: url, SESSION_SECRET: testSecret });
  onTestFinished(() => void process.kill("SIGKILL"));

  const body = hostileBody(
    { email: "a@example.org", privacyAccepted: "on" },
    ["name", "message"],
    hostilePieces["marks that change places"]!,
  );
  const attack = async () => {
    const statuses = [];
    for (let n = 0; n < 10; n++) {
      const headers = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
      const answer = await fetch(`${origin}/es/contact`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  };
  const page = async () => {
    const began = performance.now();
    await (await fetch(`${origin}/es/about`)).arrayBuffer();
    return performance.now() - began;
  };
  await page();
  const over = new AbortController();
  const attacks = Promise.all([attack(), attack()]).finally(() => over.abort());
  const times = [];
  while (!over.signal.aborted) times.push(await page());
  expect(new Set((await attacks).flat())).toEqual(new Set([422]));
  // Not the slowest: a busy machine may stall once.
  const [, second = 0] = times.sort((a, b) => b - a);
  expect(second).toBeLessThan(limit);
});
