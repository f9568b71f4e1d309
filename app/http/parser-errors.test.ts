import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answerParserErrors } from "./parser-errors.ts";
import { eventually } from "../../tests/support/eventually.ts";

/** A server with this handler and a timeout of 100 ms. */
async function listen(answer: RequestListener) {
  const patience = { connectionsCheckingInterval: 20, headersTimeout: 100, requestTimeout: 100 };
  const server = createServer(patience, answer);
  answerParserErrors(server, [["X-Content-Type-Options", "nosniff"]]);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

/** @returns the whole response */
async function exchange(lines: string[], answer: RequestListener): Promise<string> {
  const { port } = await listen(answer);
  const socket = connect(port, "127.0.0.1");
  for (const line of lines) socket.write(line);
  return text(socket);
}

const log = vi.spyOn(console, "log").mockReturnValue();
beforeEach(() => void log.mockClear());

const ok: RequestListener = (_, response) => void response.end("ok");
const bad = (status: string, id: string) =>
  `HTTP/1.1 ${status}\r\nX-Request-Id: ${id}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`;

test.each([
  ["400 Bad Request", "nonsense\r\n\r\n"],
  ["431 Request Header Fields Too Large", `GET / HTTP/1.1\r\nA: ${"a".repeat(20_000)}\r\n\r\n`],
  ["408 Request Timeout", "GET / HTTP/1.1\r\nHo"],
])("%s is answered with the usual headers and an id that is also logged", async (status, line) => {
  const answer = await exchange([line], ok);
  expect(log).toHaveBeenCalledTimes(1);
  const logged = JSON.parse(String(log.mock.calls[0]![0]));
  expect(logged).toEqual({
    time: expect.any(String),
    id: expect.stringMatching(/^[\da-f-]{18}$/u),
    status: Number.parseInt(status, 10),
    error: expect.stringMatching(/^(HPE|ERR)_\w+$/u),
  });
  expect(answer).toBe(bad(status, logged.id));
});

test("a response that has begun is cut off, not followed by a second one", async () => {
  const begin: RequestListener = (_, response) => void response.writeHead(200).write("begun");
  const all = await exchange(
    ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"],
    begin,
  );
  expect(all).toContain("begun");
  expect(all).not.toContain("408");
});

test.each([
  ["says nothing", ""],
  ["stops in a header", "GET / HTTP/1.1\r\nHo"],
])("a connection that %s is closed, even if the client never closes its end", async (_, line) => {
  const { server, port } = await listen(ok);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).resume();
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write(line);
  await once(socket, "end");
  await eventually(async () =>
    expect(await promisify(server.getConnections.bind(server))()).toBe(0),
  );
});
