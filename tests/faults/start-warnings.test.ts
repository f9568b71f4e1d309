// Warnings at startup that do not prevent it.
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startFresh, stopped } from "./fresh-server.ts";

test("a public site without owner or contact address, or with unsafe settings, logs one warning for each", async () => {
  const environment = { APP_ORIGIN: "http://sosia.test" };
  const { process } = await startFresh(environment, ["ignore", "ignore", "pipe"]);
  const said = text(process.stderr!);
  await stopped(process);
  expect((await said).split("\n").filter(Boolean)).toEqual([
    expect.stringMatching(/^Configuration: OPERATOR is not set/u),
    expect.stringMatching(/^Configuration: CONTACT_TO is not set/u),
    expect.stringMatching(/^Configuration: APP_ORIGIN begins with http:/u),
    expect.stringMatching(/^Configuration: SESSION_SECRET can be guessed/u),
    expect.stringMatching(/^Configuration: SMTP_URL is not set/u),
  ]);
});
