// The site behind deploy/nginx.conf, when nginx and openssl are installed.
import { mkdtempSync } from "node:fs";
import { Agent, get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { seed } from "#app/commands/load-starter.ts";
import { hasNginx, startNginx } from "../support/nginx.ts";
import { load } from "./measure.ts";
import { serve } from "./server.ts";

if (!hasNginx()) {
  console.log("nginx or openssl is not installed: nothing to run through.");
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "sosia-nginx-"));
const database = `file:${join(folder, "bench.db")}`;
const db = connect(database);
await migrate(db);
await seed(db);
await db.destroy();

const app = await serve("app/start.ts", 3479, {
  DATABASE_URL: database,
  HOST: "127.0.0.1",
  TRUSTED_PROXY_HOPS: "1",
});
const nginx = await startNginx(folder, [3479, 3479]);

process.once("exit", () => {
  nginx.stop();
  app.process.kill();
});

const agent = new Agent({ rejectUnauthorized: false });
const cacheStatus = (path: string, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    get(
      `https://127.0.0.1:${nginx.port}${path}`,
      { agent, headers: { "accept-encoding": "br", ...headers } },
      (answer) => {
        answer.resume();
        resolve(`${answer.statusCode} ${answer.headers["x-cache"]}`);
      },
    ).on("error", reject);
  });

console.table({
  "first request": await cacheStatus("/es"),
  "second request": await cacheStatus("/es"),
  "with a session": await cacheStatus("/es", { cookie: "__Host-auth_token=x" }),
  "without a language": await cacheStatus("/"),
  "a search": await cacheStatus("/es?q=aventus"),
  "a search again": await cacheStatus("/es?q=aventus"),
});

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const br = { "accept-encoding": "br" };
const [through, direct] = [
  await load(`https://127.0.0.1:${nginx.port}/es`, br),
  await load("http://127.0.0.1:3479/es", br),
];
console.table({
  "home through nginx, TLS": { "requests/s": through.rate, "p99 ms": through.p99 },
  "home from the site itself": { "requests/s": direct.rate, "p99 ms": direct.p99 },
});
process.exit(0);
