import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { sessionCookie } from "../support/sign-in.ts";
import { translate } from "../support/translations.ts";
import { freshServer } from "./fresh-server.ts";

let origin: string;
let signedIn: string;

beforeAll(async () => {
  const server = await freshServer();
  origin = server.origin;
  signedIn = await sessionCookie(server.db, "ana");
  return server.close;
});

const megabyte = Buffer.alloc(1024 * 1024, "a");
const boundary = "----sosia";
const multipart = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const partHead = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;

interface Answer {
  status: number | undefined;
  type: string | undefined;
  location: string | undefined;
  body: string;
  /** ms since the last byte was sent */
  ms: number;
}

/** Like a browser, sends everything before reading the response. @param megabytes size of the body */
async function post(
  path: string,
  headers: Record<string, string>,
  { method = "POST", megabytes = 20, head = "", chunked = false } = {},
): Promise<Answer> {
  const length = chunked
    ? {}
    : { "Content-Length": String(megabytes * megabyte.length + head.length) };
  const request = httpRequest(origin + path, {
    method,
    headers: { Origin: origin, ...headers, ...length },
  });
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  const sent = send(request, head, megabytes);
  const [[answer], at] = await Promise.all([answered, sent]);
  const { statusCode: status, headers: received } = answer;
  const [type, location] = [received["content-type"], received.location];
  return { status, type, location, body: await text(answer), ms: performance.now() - at };
}

/** @returns when the last byte was sent */
async function send(request: ClientRequest, head: string, megabytes: number): Promise<number> {
  request.write(head);
  for (let n = 0; n < megabytes; n++) if (!request.write(megabyte)) await once(request, "drain");
  request.end();
  await once(request, "finish");
  return performance.now();
}

/** ms; before bodies were drained it took 50 s, or never ended */
const limit = 30_000;

const html = "text/html; charset=utf-8";

test.each([
  ["a form that is too large", 413, "/es/contact", form],
  ["a form that is too large, on the home page", 413, "/es", form],
  ["a form from another site", 403, "/es/contact", { ...form, Origin: "https://evil.example" }],
  ["a form for a page that takes none", 405, "/es/about", form, 0],
] as [string, number, string, Record<string, string>, number?][])(
  "%s is read to the end and answered with a page",
  async (_, status, path, headers, megabytes = 20) => {
    const answer = await post(path, headers, { megabytes, head: "a".repeat(60_000) });
    expect([answer.status, answer.type]).toEqual([status, html]);
    expect(answer.body).toContain("</html>");
    expect(answer.ms).toBeLessThan(limit);
  },
);

const script = readdirSync("build/client/assets").find((name) => name.endsWith(".js"))!;

test.each([
  ["POST", "/healthz"],
  ["POST", "/api/perfumes"],
  ["POST", "/robots.txt"],
  ["POST", "/sitemap.xml"],
  ["POST", `/assets/${script}`],
  ["PUT", "/es"],
  ["DELETE", "/es/contact"],
])("the body of a refused %s to %s does not hold up its sender (RULES.md 13.11)", async (...of) => {
  const [method, path] = of;
  for (const [from, status] of [
    [origin, 405],
    ["https://evil.example", 403],
  ] as const) {
    const began = performance.now();
    const answer = await post(path, { ...form, Origin: from }, { method, megabytes: 3 });
    expect([answer.status, performance.now() - began < 4000]).toEqual([status, true]);
  }
});

test("an oversized form is refused in the person's language, with a link back", async () => {
  const { body } = await post("/de/contact", form, { megabytes: 1 });
  expect(body).toContain(translate("de", "messages:form.tooLarge"));
  expect(body).toContain('href="/de/contact"');
});

test("an upload after the session has ended redirects to sign-in", async () => {
  const answer = await post("/es/profile", multipart, { head: partHead });
  expect([answer.status, answer.location]).toEqual([303, "/es/auth?redirectTo=%2Fes%2Fprofile"]);
  expect(answer.ms).toBeLessThan(limit);
});

test("an oversized upload is refused on its own page", async () => {
  const headers = { ...multipart, Cookie: signedIn };
  const answer = await post("/es/profile", headers, { head: partHead, megabytes: 40 });
  expect([answer.status, answer.type]).toEqual([413, html]);
  expect(answer.body).toContain(translate("es", "messages:profile.tooLarge"));
});

test("a body without Content-Length is read to the end and answered with a page", async () => {
  const answer = await post("/es/contact", form, { chunked: true });
  expect([answer.status, answer.type]).toEqual([411, html]);
});

test("the connection of a refused body can serve another request", async () => {
  const half = Buffer.concat([megabyte.subarray(0, 100_000)]);
  const answers: number[] = [];
  for (let n = 0; n < 3; n++) {
    const answer = await fetch(`${origin}/es/contact`, {
      method: "POST",
      headers: { Origin: origin, ...form },
      body: half,
    });
    await answer.text();
    answers.push(answer.status);
  }
  expect(answers).toEqual([413, 413, 413]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});
