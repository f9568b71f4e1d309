import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { disagreements } from "../support/counters.ts";
import { addCommunity, startCrowd } from "../support/crowd.ts";
import { freshFile } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { startSite } from "../support/postgres-site.ts";

test("no acknowledged action is lost when the process is killed, and the counts match the rows", async () => {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const community = await addCommunity(db);
  const site = await startSite(url);
  const crowd = startCrowd([site], community);
  const done = () => crowd.answers.filter(({ status }) => status === 303).length;
  await eventually(() => expect(done()).toBeGreaterThan(100));
  const ended = once(site.process, "exit");
  site.process.kill("SIGKILL");
  await ended;
  await crowd.stop();
  expect(await crowd.lost(db)).toEqual([]);
  expect(await disagreements(db, new Date())).toEqual([]);
});
