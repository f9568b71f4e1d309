// What deploy/nginx.conf answers to requests that are not for the site, and what it tells of itself and of visitors.
import { mkdtempSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, request as plainRequest } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNginx, type Nginx, startNginx } from "./support/nginx.ts";

test("the proxy repeats its own name, never the one in the request, does not say its version, and logs no address or query", () => {
  const conf = readFileSync("deploy/nginx.conf", "utf8");
  expect(conf).not.toMatch(/\$(?:http_)?host\b/u);
  expect(conf.match(/^server \{$/gmu)).toHaveLength(3);
  expect(conf.match(/^ {4}server_tokens off;$/gmu)).toHaveLength(3);
  expect(conf.match(/^ {4}access_log .*$/gmu)).toEqual(Array(3).fill("    access_log off;"));
});

describe.skipIf(!hasNginx())("nginx", () => {
  let nginx: Nginx;
  const hosts: (string | undefined)[] = [];
  const site = createServer((asked, answer) => {
    hosts.push(asked.headers.host);
    answer.end("ok");
  });

  beforeAll(async () => {
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const { port } = site.address() as AddressInfo;
    nginx = await startNginx(mkdtempSync(join(tmpdir(), "sosia-names-")), [port, port]);
  });
  afterAll(() => {
    nginx.stop();
    site.close();
  });

  async function ask(name: string, { tls = true, servername = name } = {}) {
    const options = { host: "127.0.0.1", path: "/es?x=1", headers: { Host: name }, agent: false };
    const asked = tls
      ? request({ ...options, port: nginx.port, servername, rejectUnauthorized: false })
      : plainRequest({ ...options, port: nginx.plainPort });
    const answered = once(asked.end(), "response");
    const [answer] = (await answered) as [import("node:http").IncomingMessage];
    answer.resume();
    return { status: answer.statusCode, ...answer.headers };
  }

  test("answers for its name, without its version, and the site gets that name", async () => {
    const answer = await ask("sosia.example");
    expect(answer).toMatchObject({ status: 200, server: "nginx" });
    expect(hosts).toEqual(["sosia.example"]);
    expect(await ask("sosia.example", { tls: false })).toMatchObject({
      status: 301,
      location: "https://sosia.example/es?x=1",
      server: "nginx",
    });
  });

  test.each([
    ["another name", "evil.example", {}],
    ["another name without TLS", "evil.example", { tls: false }],
    ["no name without TLS", "127.0.0.1", { tls: false }],
    ["another name behind the right one", "evil.example", { servername: "sosia.example" }],
  ])("answers nothing for %s", async (_, name, how) => {
    hosts.length = 0;
    await expect(ask(name, how)).rejects.toThrow(/socket hang up|ECONNRESET|SSL|EPROTO/u);
    expect(hosts).toEqual([]);
  });
});
