// The open data of a large site on SQLite: how long a dump takes and how much memory, and how much it slows down pages meanwhile.
// Options: --bottles N --prices N --rounds N.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import Database from "better-sqlite3";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { percentile } from "./measure.ts";
import { serve } from "./server.ts";

const { values } = parseArgs({
  options: {
    bottles: { type: "string", default: "1000000" },
    prices: { type: "string", default: "5000000" },
    rounds: { type: "string", default: "16" },
  },
});
const [bottles, prices, rounds] = [values.bottles, values.prices, values.rounds].map(Number) as [
  number,
  number,
  number,
];
/** originals with 20 dupes each */
const originals = Math.min(2000, Math.floor(bottles / 40));
/** seconds of a measurement */
const window = 3;

const folder = mkdtempSync(join(tmpdir(), "sosia-open-data-"));
const path = join(folder, "perfumes.db");
const environment = {
  DATABASE_URL: `file:${path}`,
  DUMPS_DIR: join(folder, "dumps"),
  UPLOADS_DIR: join(folder, "uploads"),
  SESSION_SECRET: "bench".repeat(10),
};
async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round((performance.now() - began) / 1000);
}

function megabytes(file: string): number {
  return Math.round(statSync(file).size / 1e6);
}

/** In one transaction without a journal; the log of changes, which triggers write row by row, is filled at once. */
async function build(): Promise<void> {
  const db = connect(environment.DATABASE_URL);
  await migrate(db);
  await db.destroy();
  const sqlite = new Database(path);
  for (const setting of [
    "journal_mode = delete",
    "journal_mode = off",
    "synchronous = off",
    "cache_size = -2000000",
  ])
    sqlite.pragma(setting);
  const triggers = sqlite
    .prepare("select name, sql from sqlite_schema where type = 'trigger' and name like 'data_%'")
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger ${name}`);
  const now = new Date().toISOString();
  const rows = (count: number) =>
    `(with recursive n(id) as (select 1 union all select id + 1 from n where id < ${count}) select id from n)`;
  sqlite.exec(`begin;
    insert into perfumes (id, marca, nombre, marca_clave, nombre_clave, marca_slug, popularidad,
        concentracion, anio, familia, notas, created_at, updated_at)
      select id, 'Brand ' || (id % 900), 'Perfume ' || id, 'brand ' || (id % 900), 'perfume ' || id,
        'brand-' || (id % 900), id * 7919 % 20000, 'edp', 1990 + id % 35, 'woody', 'amber|iris|musk', '${now}', '${now}'
      from ${rows(bottles)};
    insert into dupes (perfume_id, dupe_perfume_id, marca, nombre, estimacion, porcentaje, created_at, updated_at)
      select 1 + id % ${originals}, ${originals} + id, '-', '-', 50 + id % 50, 85, '${now}', '${now}'
      from ${rows(originals * 20)};
    insert into prices (perfume_id, amount_cents, currency, size_ml, kind, shop, url, country, seen_on, state, vouched, created_at)
      select 1 + id * 7919 % ${bottles}, 1000 + id * 31 % 9000, iif(id % 5, 'EUR', 'USD'), 30 + id % 4 * 25, 'bottle',
        'shop-' || (id % 40) || '.example', 'https://shop-' || (id % 40) || '.example/p/' || id, 'ES',
        date('${now}', '-' || (id % 300) || ' days'), 'shown', 1, '${now}'
      from ${rows(prices)};
    insert into data_changes (file, row_id, at, waits, number, shown_since)
      select file, id, '${now}', 0, row_number() over (), 1 from (select 'perfumes' as file, id from perfumes
      union all select 'dupes', id from dupes union all select 'prices', id from prices);
    ${triggers.map(({ sql }) => `${sql};`).join("\n")}
    commit; pragma journal_mode = wal`);
  sqlite.close();
}

/** In a process like the one that the site starts. */
const startDump = (...before: string[]) => {
  const limits = ["--max-old-space-size=128", "--max-semi-space-size=8"];
  const [file, ...words] = [...before, process.execPath, ...limits, "app/commands/dump.ts"];
  return spawn(file!, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...environment },
  });
};

async function dump() {
  const began = performance.now();
  const child = startDump("/usr/bin/time", "-v");
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(said);
  const [, memory] = /Maximum resident[^:]*: (\d+)/u.exec(said)!;
  return {
    seconds: Math.round((performance.now() - began) / 1000),
    "largest memory, MB": Math.round(Number(memory) / 1024),
  };
}

function listFiles() {
  const text = readFileSync(join(environment.DUMPS_DIR, "current", "manifest.json"), "utf8");
  const { files }: Manifest = JSON.parse(text);
  console.table(
    files
      .filter(({ rows }) => rows > 0)
      .map(({ name, rows, bytes }) => ({ name, rows, MB: Number((bytes / 1e6).toFixed(1)) })),
  );
}

/** Stands still until it goes on, and begins again when it has ended. */
function createHeldDump() {
  let isOver = false;
  let isHeld = true;
  let child: ReturnType<typeof startDump>;
  const begin = () => {
    child = startDump();
    if (isHeld) child.kill("SIGSTOP");
    child.once("exit", () => isOver || begin());
  };
  begin();
  return {
    hold() {
      isHeld = true;
      child.kill("SIGSTOP");
    },
    goOn() {
      isHeld = false;
      child.kill("SIGCONT");
    },
    async end() {
      isOver = true;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** Slices without a dump and beside one, in turn: each of the latter is compared with the two around it, which the machine's other work slows alike. */
async function measurePages() {
  const site = await serve("app/start.ts", 3465, environment);
  const running = createHeldDump();
  try {
    await (await fetch(`${site.origin}/api/perfumes?q=perfume`)).arrayBuffer();
    await underLoad(site.origin);
    const alone = [await underLoad(site.origin)];
    const beside: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      running.goOn();
      beside.push(await underLoad(site.origin));
      running.hold();
      alone.push(await underLoad(site.origin));
    }
    console.table([
      { pages: "without a dump", ...summary(alone) },
      { pages: "beside a dump", ...summary(beside) },
    ]);
    console.log(`the database's log has ${megabytes(`${path}-wal`)} MB`);
    const ratios = beside.map(
      ({ rate }, at) => (2 * rate) / (alone[at]!.rate + alone[at + 1]!.rate),
    );
    const [least, median, most] = [25, 50, 75].map((part) => percentile(ratios, part).toFixed(2));
    console.log(
      `${median} times the rate (half of the slices ${least} to ${most}; limit 0.90), load ${loadavg()[0]!.toFixed(1)}`,
    );
  } finally {
    await running.end();
    await site.stop();
  }
}

type Round = { rate: number; median: number; p99: number };

const middle = (all: Round[], of: keyof Round) =>
  percentile(
    all.map((one) => one[of]),
    50,
  );

function summary(all: Round[]) {
  const spread = (of: keyof Round) => {
    const sorted = all.map((one) => one[of]).toSorted((a, b) => a - b);
    return `${middle(all, of)} (${sorted[0]}–${sorted.at(-1)})`;
  };
  return { "requests/s": spread("rate"), "median, ms": spread("median"), "p99, ms": spread("p99") };
}

let asked = 0;

/** Pages of originals that no cache has, one after the other on two connections. */
async function underLoad(origin: string): Promise<Round> {
  const result = await autocannon({
    url: origin,
    connections: 2,
    duration: window,
    reconnectRate: 99,
    requests: [
      {
        setupRequest: (request) => {
          const id = 1 + (++asked % originals);
          const page = perfumePath({ id, marca: `Brand ${id % 900}`, nombre: `Perfume ${id}` });
          return { ...request, path: `/es${page}?sort=price&max=${1000 + asked}` };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} errors`);
  const { p50, p99 } = result.latency;
  return { rate: Math.round(result.requests.average), median: p50, p99 };
}

try {
  console.log(`built in ${await seconds(build)} s, ${megabytes(path)} MB`);
  console.table([{ bottles, prices, ...(await dump()) }]);
  listFiles();
  await measurePages();
} finally {
  rmSync(folder, { recursive: true });
}
