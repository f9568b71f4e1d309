// What the log of deploy/nginx.conf keeps of an address (RULES.md 14.5).
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";

const secret = "t0kenT0ken";
const cut = [
  [`/es/auth/confirm?token=${secret}`, "/es/auth/confirm"],
  [`/auth/reset?redirectTo=%2F&token=${secret}&x=1`, "/auth/reset"],
  [`/es/perfume/a-b-1?draft=${secret}#write`, "/es/perfume/a-b-1"],
  [`/es/auth?redirectTo=%2Fes%2Fauth%2Fagain%3Ftoken%3D${secret}`, "/es/auth"],
  [`/es/auth?redirectTo=/es/perfume/a-b-1%3fsort=price%26draft%3d${secret}`, "/es/auth"],
] as const;
const kept = [
  "/es/perfume/a-b-1",
  "/es/perfume/a-b-1?reviews=1&page=2",
  "/es?q=token",
  "/es?q=draft&broken=1",
];

test("the proxy's log cuts the query off an address with a token or a draft, and only there", () => {
  const conf = readFileSync("deploy/nginx.conf", "utf8");
  const rules = ["request_uri", "http_referer"].map((of) => {
    const map = new RegExp(`map \\$${of} \\$sosia_(?:uri|referer) \\{\\s+"~\\*([^"]+)"`, "u");
    return new RegExp(map.exec(conf)![1]!, "iu");
  });
  const format = /log_format sosia[^;]+;/u.exec(conf)![0];
  expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer)\b/u);
  for (const rule of rules) {
    for (const [address, page] of cut) expect(rule.exec(address)?.[1]).toBe(page);
    for (const address of kept) expect(rule.exec(address)).toBeNull();
  }
});

test.skipIf(!hasNginx())("nginx itself writes neither token nor draft into its log", async () => {
  const site = createServer((_, answer) => answer.end("ok")).listen(0, "127.0.0.1");
  await once(site, "listening");
  const { port } = site.address() as AddressInfo;
  const nginx = await startNginx(mkdtempSync(join(tmpdir(), "sosia-log-")), [port, port]);
  try {
    for (const path of [...cut.map(([address]) => address), ...kept])
      await ask(nginx.port, path, `https://sosia.example${path}`);
    const lines = () => readFileSync(nginx.log, "utf8").trim().split("\n");
    await eventually(() => expect(lines()).toHaveLength(cut.length + kept.length));
    expect(lines().join()).not.toContain(secret);
    const logged = lines().map((line) => JSON.parse(line) as { uri: string; referer: string });
    const wanted = [...cut.map(([, page]) => page), ...kept];
    expect(logged.map(({ uri }) => uri)).toEqual(wanted);
    const from = wanted.map((path) => `https://sosia.example${path}`);
    expect(logged.map(({ referer }) => referer)).toEqual(from);
  } finally {
    nginx.stop();
    site.close();
  }
});

async function ask(port: number, path: string, referer: string): Promise<void> {
  const headers = { Host: "sosia.example", Referer: referer };
  const options = { port, path: path.split("#")[0]!, headers, rejectUnauthorized: false };
  const asked = request({ host: "127.0.0.1", ...options, agent: false }).end();
  const [answer] = (await once(asked, "response")) as [NodeJS.ReadableStream];
  await once(answer.resume(), "end");
}
