import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { startFresh } from "./fresh-server.ts";

const token = "a-token-of-the-tests";

async function start(environment: Record<string, string> = {}) {
  const server = await startFresh({ METRICS_TOKEN: token, ...environment }, [
    "ignore",
    "pipe",
    "pipe",
  ]);
  let log = "";
  for (const stream of [server.process.stdout!, server.process.stderr!])
    stream.setEncoding("utf8").on("data", (data: string) => (log += data));
  const lineOf = (id: string) =>
    eventually(() => {
      const lines = log.split("\n").filter((line) => line.includes(`"id":"${id}"`));
      expect(lines).toHaveLength(1);
      return JSON.parse(lines[0]!);
    });
  return { ...server, lineOf, log: () => log };
}

test("a response has its log line's id, also for files and malformed requests", async () => {
  const { origin, lineOf, log } = await start();
  for (const [path, status] of [
    ["/es/about", 200],
    ["/es/about", 200],
    ["/es/nope", 404],
    ["/metrics", 404],
  ] as const) {
    const answer = await fetch(origin + path, { headers: { "X-Request-Id": "of-nobody-we-know" } });
    await answer.arrayBuffer();
    const id = answer.headers.get("X-Request-Id")!;
    expect([path, answer.status, id]).toEqual([
      path,
      status,
      expect.stringMatching(/^[\da-f-]{18}$/u),
    ]);
    expect(await lineOf(id)).toMatchObject({ method: "GET", path, status });
  }
  // The framework's server answers these before it logs.
  const icon = await fetch(`${origin}/favicon.svg`);
  expect([icon.status, icon.headers.get("X-Request-Id")?.length]).toEqual([200, 18]);
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write("nonsense\r\n\r\n");
  const [, id] = /^X-Request-Id: (.+)\r$/mu.exec(await text(socket))!;
  expect(await lineOf(id!)).toMatchObject({ status: 400, error: "HPE_INVALID_METHOD" });
  expect(log()).not.toContain("of-nobody-we-know");
});

test("a proxy's request id is in the response, once, and in the log; the token is not", async () => {
  const { origin, lineOf, log } = await start({ TRUSTED_PROXY_HOPS: "1" });
  const headers = { "X-Request-Id": "of-the-proxy-1", Authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/metrics`, { headers });
  expect(await answer.text()).toContain("sosia_http_requests_total{");
  expect([answer.status, answer.headers.get("X-Request-Id")]).toEqual([200, "of-the-proxy-1"]);
  expect(await lineOf("of-the-proxy-1")).toMatchObject({ path: "/metrics", status: 200 });
  expect(log()).not.toContain(token);
});
