// How the real server answers unusual request lines, headers and non-browser clients.
import { once } from "node:events";
import { connect as connectTo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { freshServer } from "./fresh-server.ts";

let port: number;
/** the server's output */
let log = "";

beforeAll(async () => {
  const { origin, process, close } = await freshServer(
    { APP_ORIGIN: "https://sosia.test" },
    "pipe",
  );
  port = Number(new URL(origin).port);
  for (const stream of [process.stdout!, process.stderr!])
    stream.on("data", (piece: Buffer) => void (log += piece.toString()));
  return close;
});

/** Sends a raw request. @returns status, headers by lower-case name, body */
async function send(lines: string) {
  const socket = connectTo(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(lines);
  const [head = "", ...body] = (await text(socket)).split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(
      fields.map((field) => {
        const [name = "", ...value] = field.split(": ");
        return [name.toLowerCase(), value.join(": ")];
      }),
    ),
    body: body.join("\r\n\r\n"),
  };
}

const ask = (target: string, method = "GET") =>
  send(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

const security = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": expect.stringContaining("default-src 'none'"),
};

test.each([
  ["/favicon.svg", 200],
  ["/hero.webp", 200],
  ["/manifest.webmanifest", 200],
  ["/es", 200],
])("%s has the security headers: %i", async (path, status) => {
  expect(await ask(path)).toMatchObject({ status, headers: security });
});

test("an unknown address sends other sites at most the origin as referrer, and has the other security headers", async () => {
  const headers = { ...security, "referrer-policy": "strict-origin" };
  expect(await ask("/nope.png")).toMatchObject({ status: 404, headers });
});

test.each([
  ["no HTTP at all", "nonsense\r\n\r\n", 400],
  ["a header with a space in its name", "GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    400,
  ],
  ["headers of 64 KB", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(65_536)}\r\n\r\n`, 431],
])("an invalid request also gets security headers: %s", async (_, lines, status) => {
  expect(await send(lines)).toMatchObject({
    status,
    headers: { ...security, connection: "close" },
  });
});

test("a request in absolute form is served by its path", async () => {
  const page = await ask("http://evil.example/es/about?x=1");
  expect(page.status).toBe(200);
  expect(page.body).toContain('href="https://sosia.test/es/about"');
  expect(page.body).not.toContain("evil.example");
  expect((await ask("http://evil.example/favicon.svg")).headers["content-type"]).toBe(
    "image/svg+xml",
  );
  expect((await ask("https://evil.example/healthz")).body).toContain("ok\n");
});

test.each(["/%", "/es/%zz", "/%ff", "/favicon%", "/assets/%e0%a4%a", "/avatars/%c0/avatar.webp"])(
  "%s is 404 and one log line",
  async (path) => {
    await askAndSee("/es/before", path);
    log = "";
    expect((await ask(path)).status).toBe(404);
    await askAndSee("/es/after", path);
    const lines = log.trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toMatchObject({ method: "GET", status: 404 });
  },
);

/** Asks for a page that no other test asks for, and waits for its line in the log, which ends those of earlier requests. */
async function askAndSee(when: string, path: string) {
  const page = when + path.replaceAll(/\W/gu, "-");
  await ask(page);
  await eventually(() => expect(log).toContain(`"${page}"`));
}

test.each([
  ["OPTIONS", "*", 204, "GET, HEAD, POST, OPTIONS"],
  ["OPTIONS", "/language", 204, "GET, HEAD, POST, OPTIONS"],
  ["OPTIONS", "/es/about", 204, "GET, HEAD, OPTIONS"],
  ["TRACE", "/es", 405, "GET, HEAD, POST, OPTIONS"],
  ["DELETE", "/es/profile", 405, "GET, HEAD, POST, OPTIONS"],
  ["QUERY", "/es", 405, "GET, HEAD, POST, OPTIONS"],
  ["PUT", "/favicon.svg", 405, "GET, HEAD, OPTIONS"],
])("%s %s is %i and lists the allowed methods", async (method, target, status, allow) => {
  const answer = await ask(target, method);
  expect(answer).toMatchObject({ status, headers: { allow, ...security } });
});
