import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#app/config.ts";
import { createCookies, sessionCookie } from "#app/middleware/cookies.ts";
import { connect } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { addAccount } from "../support/accounts.ts";
import { startServer } from "../support/server-process.ts";
import { newSession } from "../support/sign-in.ts";
import { testSecret } from "../support/site.ts";

/** A running site with as many people who are signed in. */
async function siteWith(people: number) {
  const folder = mkdtempSync(join(tmpdir(), "sosia-uploads-"));
  const environment = {
    DATABASE_URL: `file:${join(folder, "perfumes.db")}`,
    UPLOADS_DIR: join(folder, "uploads"),
    MAIL_DIR: join(folder, "outbox"),
    SESSION_SECRET: testSecret,
  };
  const db = connect(environment.DATABASE_URL);
  await migrate(db);
  const cookies = createCookies(readConfig(environment));
  const sessions: string[] = [];
  for (let n = 0; n < people; n++) {
    const id = await addAccount(db, `person${n}`);
    sessions.push(`${sessionCookie}=${await newSession(db, cookies, id)}`);
  }
  await db.destroy();
  const { origin, process } = await startServer(environment);
  onTestFinished(() => void process.kill("SIGKILL"));
  return { origin, process, sessions };
}

const boundary = "a-boundary";

function formWith(file: Buffer): Buffer {
  const head = 'Content-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n';
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}`),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  page: string;
  ms: number;
}

/** Sends an upload as a browser does, which reads the answer only when all is sent. @param sent the part that is sent */
function upload(origin: string, cookie: string, form: Buffer, sent = form.length) {
  const began = performance.now();
  const request = httpRequest(`${origin}/es/profile`, {
    agent: false,
    method: "POST",
    headers: {
      Cookie: cookie,
      Origin: origin,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": form.length,
    },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", async (response) => {
      let page = "";
      for await (const chunk of response) page += chunk;
      const { statusCode = 0, headers } = response;
      const ms = performance.now() - began;
      resolve({ status: statusCode, retryAfter: headers["retry-after"], page, ms });
    });
  });
  if (sent === form.length) request.end(form);
  else request.write(form.subarray(0, sent));
  return { request, answer };
}

/** MB that the server and the processes that it started took at most, all together */
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

const smallForm = async () =>
  formWith(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: "blue" } })
      .png()
      .toBuffer(),
  );

test("of sixty photos of 5 MB at once some are taken and the others get a page; memory stays bounded, and a small picture does not wait", async () => {
  const { origin, process, sessions } = await siteWith(61);
  const before = mostMemory(process);
  // JPEG ends where its last marker is; what follows is weight.
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
  // All of them would be 300 MB, several times.
  expect(mostMemory(process) - before).toBeLessThan(400);
}, 60_000);

test("people whose photos come in slowly keep nobody's small picture out, and give their places back when they leave", async () => {
  const { origin, sessions } = await siteWith(18);
  const form = formWith(Buffer.alloc(3_000_000, 1));
  const slow = sessions.slice(0, 16).map((session) => {
    const sent = upload(origin, session, form, 100_000);
    sent.answer.catch(() => undefined);
    return sent.request;
  });
  const small = await smallForm();
  const refused = async () => (await upload(origin, sessions[16]!, form).answer).status;
  await expect.poll(refused, { timeout: 10_000 }).toBe(503);
  expect((await upload(origin, sessions[17]!, small).answer).status).toBe(303);
  // One per person.
  expect((await upload(origin, sessions[0]!, small).answer).status).toBe(503);
  for (const request of slow) request.destroy();
  await expect.poll(refused, { timeout: 10_000 }).toBe(422);
}, 60_000);
