// 50 concurrent sign-ins, and how much they slow down pages.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { addAccount } from "../support/accounts.ts";
import { withStarter } from "./databases.ts";
import { percentile, timeEach } from "./measure.ts";
import { serve } from "./server.ts";

const atOnce = 50;
const password = "vetiver123";
const folder = mkdtempSync(join(tmpdir(), "sosia-sign-ins-"));
const database = `file:${join(folder, "bench.db")}`;
const db = await withStarter(database);
await addAccount(db, "ana");
const perfumes = await db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
await db.destroy();

const site = await serve("app/start.ts", 3465, {
  DATABASE_URL: database,
  TRUSTED_PROXY_HOPS: "1",
  SMTP_URL: "",
});
// The server has a single core here, which passwords and pages share.
const pages = perfumes.map((perfume) => `${site.origin}/es${perfumePath(perfume)}`);
const others = pages.map((page) => page.replace("/es/", "/en/"));
await timeEach(pages);
const alone = await timeEach(pages);

async function signIn(client: number): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const answer = await fetch(`${site.origin}/es/auth`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.origin, "X-Forwarded-For": `198.51.100.${client}` },
    body: new URLSearchParams({ intent: "login", email: `p${client}@example.org`, password }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - start };
}

const over = new AbortController();
const signingIn = Promise.all(Array.from({ length: atOnce }, (_, i) => signIn(i))).finally(() =>
  over.abort(),
);
const meanwhile: number[] = [];
while (!over.signal.aborted) meanwhile.push(...(await timeEach(others)));
const answers = await signingIn;
await site.stop();

console.table({
  "pages, nobody signing in": {
    "median ms": percentile(alone, 50),
    "p99 ms": percentile(alone, 99),
  },
  [`pages, ${atOnce} signing in`]: {
    "median ms": percentile(meanwhile, 50),
    "p99 ms": percentile(meanwhile, 99),
    limit: "p99 100",
  },
});
const times = answers.map(({ ms }) => ms);
console.log(
  `${atOnce} sign-ins: statuses ${[...new Set(answers.map(({ status }) => status))].join()}, last after ${Math.round(Math.max(...times))} ms`,
);
