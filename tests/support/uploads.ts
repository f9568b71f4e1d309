import { mkdtempSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { connect } from "#db/open/open.ts";
import { startServer } from "./server-process.ts";
import { sessionCookie } from "./sign-in.ts";
import { testSecret } from "./site.ts";
import { freshSqlite } from "./sqlite-databases.ts";

/** A running site with this many signed-in people. @param more settings @param atEnd called when the test ends and stops it */
export async function siteWith(
  people: number,
  more: Record<string, string> = {},
  atEnd: (work: () => void) => void = onTestFinished,
) {
  const folder = mkdtempSync(join(tmpdir(), "sosia-uploads-"));
  const environment = {
    DATABASE_URL: await freshSqlite(folder),
    UPLOADS_DIR: join(folder, "uploads"),
    MAIL_DIR: join(folder, "outbox"),
    SESSION_SECRET: testSecret,
    ...more,
  };
  const db = connect(environment.DATABASE_URL);
  const sessions: string[] = [];
  for (let n = 0; n < people; n++) sessions.push(await sessionCookie(db, `person${n}`));
  await db.destroy();
  const { origin, process } = await startServer(environment);
  atEnd(() => void process.kill("SIGKILL"));
  return { origin, process, sessions, environment };
}

const boundary = "a-boundary";

export function formWith(file: Buffer): Buffer {
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
}

/** Sends an upload to the profile like a browser, which reads the response only after sending everything. @param sent the part that is sent */
export function upload(origin: string, cookie: string, form: Buffer, sent = form.length) {
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
      resolve({ status: statusCode, retryAfter: headers["retry-after"], page });
    });
  });
  if (sent === form.length) request.end(form);
  else request.write(form.subarray(0, sent));
  return { request, answer };
}

export const smallForm = async () =>
  formWith(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: "blue" } })
      .png()
      .toBuffer(),
  );
