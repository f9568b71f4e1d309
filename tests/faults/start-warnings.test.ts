// Warnings at startup that do not prevent it.
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";

/** Starts a server and stops it. @returns the lines that it printed outside its log */
async function saidBy(environment: Record<string, string>) {
  const { url, db } = await freshFile();
  await db.destroy();
  const settings = { DATABASE_URL: url, SESSION_SECRET: testSecret, ...environment };
  const { process: server } = await startServer(settings, ["ignore", "ignore", "pipe"]);
  const said = text(server.stderr!);
  server.kill("SIGTERM");
  await once(server, "exit");
  return (await said).split("\n").filter(Boolean);
}

test("a public site without owner or contact address, or with unsafe settings, logs one warning for each", async () => {
  expect(await saidBy({ APP_ORIGIN: "http://sosia.test" })).toEqual([
    expect.stringMatching(/^Configuration: OPERATOR is not set/u),
    expect.stringMatching(/^Configuration: CONTACT_TO is not set/u),
    expect.stringMatching(/^Configuration: APP_ORIGIN begins with http:/u),
    expect.stringMatching(/^Configuration: SESSION_SECRET can be guessed/u),
    expect.stringMatching(/^Configuration: SMTP_URL is not set/u),
  ]);
});
