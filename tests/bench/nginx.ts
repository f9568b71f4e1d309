// The site behind the nginx configuration beside this file, when nginx and openssl are installed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/open.ts";
import { migrate } from "#db/migrate.ts";
import { seed } from "#db/starter/seed.ts";
import { load } from "./measure.ts";
import { serve } from "./server.ts";

if (spawnSync("nginx", ["-v"]).error || spawnSync("openssl", ["version"]).error) {
  console.log("nginx or openssl is not installed: nothing to run through.");
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "sosia-nginx-"));
const database = `file:${join(folder, "bench.db")}`;
const db = connect(database);
await migrate(db);
await seed(db);
await db.destroy();

const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
const subject = ["-subj", "/CN=sosia.example", "-days", "2"];
execFileSync(
  "openssl",
  [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ],
  { stdio: "ignore" },
);
mkdirSync(join(folder, "cache"));
const site = readFileSync(new URL("nginx.conf", import.meta.url), "utf8")
  .replace("listen 80;", "listen 127.0.0.1:3481;")
  .replace("listen 443 ssl http2;", "listen 127.0.0.1:3480 ssl http2;")
  .replace("127.0.0.1:3000", "127.0.0.1:3479")
  .replace("/var/cache/nginx/sosia", join(folder, "cache"))
  .replace("/etc/ssl/sosia/fullchain.pem", certificate)
  .replace("/etc/ssl/sosia/privkey.pem", key);
writeFileSync(join(folder, "site.conf"), site);
writeFileSync(
  join(folder, "nginx.conf"),
  `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log stderr;
   events {} http { access_log off; include ${folder}/site.conf; }`,
);

const app = await serve("app/start.ts", 3479, {
  DATABASE_URL: database,
  HOST: "127.0.0.1",
  TRUSTED_PROXY_HOPS: "1",
});
const nginx = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "inherit" });

process.once("exit", () => {
  nginx.kill();
  app.process.kill();
});
await new Promise((resolve) => setTimeout(resolve, 1000));

const agent = new Agent({ rejectUnauthorized: false });
const cacheStatus = (path: string, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    get(
      `https://127.0.0.1:3480${path}`,
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
  await load("https://127.0.0.1:3480/es", br),
  await load("http://127.0.0.1:3479/es", br),
];
console.table({
  "home through nginx, TLS": { "requests/s": through.rate, "p99 ms": through.p99 },
  "home from the site itself": { "requests/s": direct.rate, "p99 ms": direct.p99 },
});
process.exit(0);
