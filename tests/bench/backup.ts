// What a backup of 60,000 bottles, 1,000,000 sightings and 2,000 avatars takes, and what it costs the pages meanwhile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { percentile } from "./measure.ts";
import { serve } from "./server.ts";

const [bottles, sightings, avatars, backups, restPages] = [60_000, 1_000_000, 2000, 3, 400];
const folder = mkdtempSync(join(tmpdir(), "sosia-backups-"));
const environment = {
  DATABASE_URL: `file:${join(folder, "perfumes.db")}`,
  UPLOADS_DIR: join(folder, "uploads"),
  TRUSTED_PROXY_HOPS: "1",
};

async function build() {
  const db = connect(environment.DATABASE_URL);
  await migrate(db);
  const at = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    await sql`with recursive n(id) as (select 1 union all select id + 1 from n where id < ${bottles})
      insert into perfumes (id, marca, nombre, marca_clave, nombre_clave, marca_slug, created_at, updated_at)
      select id, 'Brand ' || (id % 900), 'Perfume ' || id, 'brand ' || (id % 900), 'perfume ' || id,
        'brand-' || (id % 900), ${at}, ${at} from n`.execute(tx);
    await sql`with recursive n(id) as (select 1 union all select id + 1 from n where id < ${sightings})
      insert into prices (perfume_id, amount_cents, currency, size_ml, kind, shop, country, seen_on, state, created_at)
      select 1 + (id * 7919) % ${bottles}, 1000 + id % 9000, 'EUR', 100, 'bottle', 'shop' || (id % 50) || '.example', 'ES',
        ${at.slice(0, 10)}, 'shown', ${at} from n`.execute(tx);
  });
  await db.destroy();
  for (let n = 0; n < avatars; n++) {
    mkdirSync(join(environment.UPLOADS_DIR, `person-${n}`), { recursive: true });
    writeFileSync(
      join(environment.UPLOADS_DIR, `person-${n}`, "avatar.webp"),
      Buffer.alloc(20_000, n),
    );
  }
}

/** Runs a command. @returns what it said, and the most memory that it had, in MB */
async function run(name: string, words: string[], more = {}) {
  const env = { ...process.env, ...environment, ...more };
  const command = spawn(process.execPath, [`app/commands/${name}.ts`, ...words], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  let memory = 0;
  command.stdout.on("data", (text) => (said += text));
  const ended = once(command, "exit");
  while (command.exitCode === null) {
    try {
      const status = readFileSync(`/proc/${command.pid}/status`, "utf8");
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has just ended.
    }
    await Promise.race([ended, pause(20)]);
  }
  if (command.exitCode !== 0) throw new Error(`${name} failed`);
  return { said: said.trim(), memory };
}

/** Opens pages of bottles, 50 a second, each a person's view, which is written. @returns ms of each */
async function pages(origin: string, from: number, until: (n: number) => boolean) {
  const times: number[] = [];
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; until(n); n++) {
    await pause(Math.max(0, began + n * 20 - performance.now()));
    under.push(
      (async () => {
        const start = performance.now();
        const answer = await fetch(`${origin}/es/perfume/x-${from + n}?sort=similarity`, {
          headers: {
            "User-Agent":
              "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
            "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1`,
          },
        });
        await answer.arrayBuffer();
        times.push(performance.now() - start);
        if (!answer.ok) throw new Error(`${answer.status}`);
      })(),
    );
  }
  await Promise.all(under);
  return times;
}

await build();
console.log(`database: ${(statSync(join(folder, "perfumes.db")).size / 1e6).toFixed(0)} MB`);
const site = await serve("app/start.ts", 3471, environment);
const alone = (await pages(site.origin, 1, (n) => n < 2 * restPages)).slice(restPages);
let done = false;
const making = (async () => {
  for (let n = 0; n < backups; n++) {
    const { said, memory } = await run("backup", [join(folder, "backups"), "--keep", "2"]);
    console.log(`${said}; at most ${memory.toFixed(0)} MB of memory`);
    if (n === backups - 1) return said.slice(0, said.indexOf(": "));
  }
  return "";
})().finally(() => (done = true));
const during = await pages(site.origin, 1 + 2 * restPages, () => !done);
const row = (ms: number[]) => ({
  pages: ms.length,
  "median ms": percentile(ms, 50),
  "p99 ms": percentile(ms, 99),
  "most ms": percentile(ms, 100),
});
console.table({ "without a backup": row(alone), "during backups": row(during) });
const backup = await making;
await site.stop();
const started = performance.now();
const { memory } = await run("restore", [backup], {
  DATABASE_URL: `file:${join(folder, "restored/perfumes.db")}`,
  UPLOADS_DIR: join(folder, "restored/uploads"),
});
console.log(
  `restored in ${((performance.now() - started) / 1000).toFixed(1)} s; at most ${memory.toFixed(0)} MB of memory`,
);
