import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { formWith, siteWith, smallForm, upload } from "../support/uploads.ts";

/** peak MB of the server and its child processes together */
function mostMemory(server: ChildProcess): number {
  const ofProcess = (pid: string): number => {
    const peak = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children
      .split(" ")
      .filter((child) => child.trim())
      .reduce((sum, child) => sum + ofProcess(child), Number(peak) / 1024);
  };
  return ofProcess(String(server.pid));
}

const photo = () =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();

test("of sixty concurrent 5 MB photos some are accepted and the others refused with a page; memory stays bounded, and a small picture does not wait", async () => {
  const { origin, process, sessions } = await siteWith(61);
  const before = mostMemory(process);
  // A JPEG ends at its last marker; the rest is padding.
  const form = formWith(Buffer.concat([await photo(), randomBytes(5_000_000)]));
  const crowd = sessions.slice(1).map((session) => upload(origin, session, form).answer);
  const small = upload(origin, sessions[0]!, await smallForm()).answer;
  const done: string[] = [];
  void small.then(() => done.push("small"));
  for (const answer of crowd) void answer.then(({ status }) => done.push(`${status}`));
  const answers = await Promise.all(crowd);
  expect((await small).status).toBe(303);
  expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(16);
  const refused = answers.filter(({ status }) => status !== 303);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retryAfter, page } of refused) {
    expect([status, retryAfter]).toEqual([503, "10"]);
    expect(page).toContain('role="alert"');
  }
  const last = done.lastIndexOf("303");
  expect(done.indexOf("small")).toBeLessThan(last);
  // Holding all of them in memory would take several times 300 MB.
  expect(mostMemory(process) - before).toBeLessThan(400);
});

test("slow uploads do not delay small pictures, and free their slots when aborted", async () => {
  const { origin, sessions } = await siteWith(18);
  const form = formWith(Buffer.alloc(3_000_000, 1));
  const slow = sessions.slice(0, 16).map((session) => {
    const sent = upload(origin, session, form, 100_000);
    sent.answer.catch(() => undefined);
    return sent.request;
  });
  const small = await smallForm();
  const refused = async () => (await upload(origin, sessions[16]!, form).answer).status;
  await expect.poll(refused).toBe(503);
  expect((await upload(origin, sessions[17]!, small).answer).status).toBe(303);
  // One per person.
  expect((await upload(origin, sessions[0]!, small).answer).status).toBe(503);
  for (const request of slow) request.destroy();
  await expect.poll(refused).toBe(422);
});
