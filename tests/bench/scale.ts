// Compares SQLite and PostgreSQL: rendered pages, votes, emails, memory, storage. SCALE_PARTS=pages,votes … runs some parts only.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { languageCodes } from "#app/i18n/languages.ts";
import { connect } from "#db/open/open.ts";
import { freePort } from "../support/free-port.ts";
import { withSample } from "./databases.ts";
import { percentile } from "./measure.ts";
import { cores, everywhere, newFile, others, pin, startEngine } from "./scale/engines.ts";
import { type Catalogue, fill, sizes } from "./scale/fill.ts";
import { inTurn, perCent, rounded, rowOf, run, type Target } from "./scale/load.ts";
import { castVotes, sendEmails } from "./scale/votes.ts";
import { serve } from "./server.ts";

const parts = process.env.SCALE_PARTS?.split(",");
const wanted = (part: string) => parts === undefined || parts.includes(part);
const started = performance.now();

const postgres = await startEngine();
const file = newFile();
process.once("exit", () => postgres.stop());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const databases = { SQLite: file, PostgreSQL: postgres.url };
let catalogue: Catalogue | undefined;
for (const url of Object.values(databases)) {
  const db = await withSample(url);
  catalogue = await fill(db);
  await db.destroy();
}
const { full, usual, brands, words } = catalogue!;
const done = (what: string) =>
  console.log(`${Math.round((performance.now() - started) / 1000)} s: ${what}`);
done(`${sizes.bottles} bottles, ${sizes.votes} votes in both; ${cores} cores`);

type Next = () => { path: string; headers?: Record<string, string> };

/** Addresses not in any cache: each bottle in each language, then the same with Save-Data. */
function fresh(paths: string[]): Next {
  let at = Math.floor(Math.random() * paths.length);
  return () => {
    const turn = Math.floor(at / paths.length);
    const path = `/${languageCodes[turn % languageCodes.length]}${paths[at++ % paths.length]}`;
    return turn % 12 < 6 ? { path } : { path, headers: { "save-data": "on" } };
  };
}

/** A session cookie, even of an ended session, bypasses the cache and costs a statement. */
const home: Next = () => ({ path: "/es", headers: { cookie: "auth_token=over" } });

function searches(): Next {
  let at = 0;
  return () => ({ path: `/es?q=${encodeURIComponent(words[at++ % words.length]!)}` });
}

const kinds: [name: string, next: () => Next][] = [
  ["a bottle with 20 dupes", () => fresh(full)],
  ["a bottle with one dupe", () => fresh(usual)],
  ["a brand", () => fresh(brands)],
  ["home", () => home],
  ["search", searches],
];

type Site = Awaited<ReturnType<typeof start>>;

/** A site on a database, with its index built. */
async function start(url: string, more: Record<string, string> = {}, where = {}) {
  const server = await serve(
    "app/start.ts",
    await freePort(),
    { DATABASE_URL: url, SESSION_SECRET: "bench-".repeat(8), ...more },
    where,
  );
  const answer = await fetch(`${server.origin}/api/perfumes?q=aventus`);
  await answer.arrayBuffer();
  return server;
}

const targetOf = (site: Site, url: string): Target => ({
  origins: [site.origin],
  pids: [site.process.pid!],
  postgres: url.startsWith("file:") ? null : postgres,
});

/** Repeats an earlier load, so that the server is warm. */
async function warmed(target: Target, next: Next) {
  await run(target, next, Math.min(1.5, sizes.seconds));
  return () => run(target, next);
}

// The site has the first core; the load generator and PostgreSQL have the others.
pin(process.pid, others);
postgres.pin(others);

if (wanted("pages")) {
  const sites: Site[] = [];
  const table: Record<string, object> = {};
  const targets: [string, Target][] = [];
  for (const [name, url] of [...Object.entries(databases), ["PostgreSQL by TCP", postgres.tcp]]) {
    const site = await start(url!);
    sites.push(site);
    targets.push([name!, targetOf(site, url!)]);
  }
  for (const [kind, next] of kinds) {
    const some = kind === kinds[0]![0] ? targets : targets.slice(0, 2);
    const loads = [];
    for (const [, target] of some) loads.push(await warmed(target, next()));
    const results = await inTurn(loads);
    for (const [at, result] of results.entries()) {
      const name = some[at]![0];
      table[`${kind}, ${name}`] = {
        ...rowOf(result),
        "of SQLite's rate": at === 0 ? "" : `${perCent(result.share)} (aim ≥ 90 %)`,
      };
    }
  }
  done("pages made anew, one process on one core, 20 at once");
  console.table(table);
  const memory: Record<string, object> = {};
  for (const [at, [name]] of targets.entries())
    memory[name] = { "resident MB after these": Math.round(sites[at]!.memory()) };
  console.table(memory);
  await Promise.all(sites.map((site) => site.stop()));
}

if (wanted("statements")) {
  const token = "a-token-of-the-bench";
  const site = await start(postgres.url, { METRICS_TOKEN: token });
  const count = async () => {
    const answer = await fetch(`${site.origin}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const lines = (await answer.text()).matchAll(
      /^sosia_database_statement_duration_seconds_count\{.*\} (\d+)$/gmu,
    );
    return [...lines].reduce((sum, [, n]) => sum + Number(n), 0);
  };
  const table: Record<string, object> = {};
  for (const [kind, next] of kinds) {
    const path = next();
    await count();
    const ofCounting = -(await count()) + (await count());
    const before = await count();
    for (let n = 0; n < 20; n++) await get(site, path());
    const statements = ((await count()) - before - ofCounting) / 20;
    table[kind] = { "statements a page": rounded(statements, 1) };
  }
  await site.stop();
  done("statements");
  console.table(table);
}

if (wanted("distance")) {
  const table: Record<string, object> = {};
  const near = await roundTrip(postgres.tcp);
  const first = await startDelay(postgres.port, 0.5);
  // Forwarding itself takes time, so the delay is reduced to make 1 ms in total.
  const excess = (await roundTrip(urlAt(first.port))) - near - 1;
  first.process.kill();
  const delay = await startDelay(postgres.port, Math.max(0.1, 0.5 - excess / 2));
  const sites = [await start(postgres.tcp), await start(urlAt(delay.port))];
  const trips = [near, await roundTrip(urlAt(delay.port))];
  for (const [kind, next] of kinds.slice(0, 4)) {
    const times: number[][] = [[], []];
    const paths = [next(), next()];
    for (let n = 0; n < 60 + 24 * sizes.seconds; n++)
      for (const at of [0, 1]) times[at]!.push(await get(sites[at]!, paths[at]!()));
    const [here, there] = times.map((some) => percentile(some.slice(20), 50));
    table[kind] = {
      "median ms near": here,
      "1 ms away": there,
      "more, ms": `${rounded(there! - here!)} (aim ≤ 4)`,
    };
  }
  await Promise.all(sites.map((site) => site.stop()));
  delay.process.kill();
  done(`distance, one page after the other; a round trip takes ${trips.join(" and ")} ms`);
  console.table(table);
}

if (wanted("processes")) {
  const where = (core: string) => ({ cores: cores > 2 ? core : everywhere });
  if (cores <= 2) {
    pin(process.pid, everywhere);
    postgres.pin(everywhere);
  } else {
    pin(process.pid, `2-${cores - 1}`);
    postgres.pin(`2-${cores - 1}`);
  }
  const sites = [
    await start(postgres.url, {}, where("0")),
    await start(postgres.url, {}, where("1")),
  ];
  const targets = sites.map((site) => targetOf(site, postgres.url));
  const both: Target = {
    origins: targets.flatMap(({ origins }) => origins),
    pids: targets.flatMap(({ pids }) => pids),
    postgres,
  };
  // Both are warm before either is measured.
  await warmed(targets[0]!, fresh(full));
  await warmed(targets[1]!, fresh(full));
  const next = fresh(full);
  const [one, two] = await inTurn([() => run(targets[0]!, next), () => run(both, next)]);
  await Promise.all(sites.map((site) => site.stop()));
  pin(process.pid, others);
  postgres.pin(others);
  done("one process and two, a bottle with 20 dupes");
  console.table({ one: rowOf(one!), two: rowOf(two!) });
  const onFree = (2 * one!.app) / two!.app;
  console.log(
    `Two do ${rounded(two!.share)} times the pages of one${cores > 3 ? " (aim ≥ 1.8)" : ""}. ${
      cores > 3
        ? ""
        : `Only ${cores} cores are here, for them, PostgreSQL and the load alike, so that does not tell. `
    }By the CPU that a page takes it is ${rounded(onFree)} times on cores of their own (aim ≥ 1.8).`,
  );
}

if (wanted("votes")) {
  pin(process.pid, everywhere);
  const rates = await castVotes(databases);
  done("votes, each safe on the disk (aim 1,000/s)");
  console.table(rates);
}

if (wanted("emails")) {
  const emails = await sendEmails(databases);
  done("emails, three workers");
  console.table(emails);
}

done("all");
process.exit(0);

async function get(site: Site, { path, headers }: ReturnType<Next>): Promise<number> {
  const began = performance.now();
  const answer = await fetch(site.origin + path, {
    headers: { "accept-encoding": "br", ...headers },
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
}

async function startDelay(
  to: number,
  ms: number,
): Promise<{ process: ChildProcess; port: number }> {
  const script = new URL("scale/delay.ts", import.meta.url).pathname;
  const delay = spawn(process.execPath, [script, String(to), String(ms)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => delay.kill());
  const [line] = await once(delay.stdout!, "data");
  return { process: delay, port: Number(line) };
}

function urlAt(port: number): string {
  return `postgres://sosia@127.0.0.1:${port}/scale`;
}

async function roundTrip(url: string): Promise<number> {
  const db = connect(url);
  const times: number[] = [];
  for (let n = 0; n < 100; n++) {
    const began = performance.now();
    await sql`select 1`.execute(db);
    times.push(performance.now() - began);
  }
  await db.destroy();
  return percentile(times, 50);
}
