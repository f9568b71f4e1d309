// How long pages of perfumes with dupes take for signed-in readers, at 80 % of the highest rate, while the search index is
// rebuilt, the weekly emails are written, a backup runs, and none of these.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { seed } from "#app/commands/load-starter.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { addSample } from "#app/domain/desk/sample/sample-community.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { inBatches } from "./batches.ts";
import { serve } from "./server.ts";

const [people, seconds, rounds] = [60_000, 10, 3];
const at = new Date().toISOString();
const folder = mkdtempSync(join(tmpdir(), "sosia-load-"));
const environment = {
  DATABASE_URL: `file:${join(folder, "load.db")}`,
  DUMPS_DIR: join(folder, "dumps"),
  MAIL_DIR: join(folder, "mail"),
  UPLOADS_DIR: join(folder, "uploads"),
};
const names = new URL("../../../shared/data/perfumes.csv", import.meta.url).pathname;

const db = connect(environment.DATABASE_URL);
await migrate(db);
await seed(db);
await addSample(db);
if (existsSync(names)) await importPerfumes(db, names);
const originals = await db
  .selectFrom("perfumes")
  .select(["id", "marca", "nombre"])
  .where("id", "in", (row) => row.selectFrom("dupes").select("perfume_id"))
  .orderBy("id")
  .execute();
await addReaders();
// Today's, so that the site does not begin one.
run("dump.ts");

const requests = languageCodes.flatMap((language) =>
  originals.map((original) => ({ path: `/${language}${perfumePath(original)}` })),
);
const start = () => serve("app/start.ts", 3468, environment, { cores: "0,1" });
let site = await start();
await ask(15);

const table: Record<string, object> = {};
const work = {
  "nothing else": async () => async () => "",
  "the index is rebuilt": rebuildIndex,
  "a backup runs": backUp,
  "the weekly emails are written": writeEmails,
};
const { rate } = await ask(seconds);
for (let round = 1; round <= rounds; round++)
  for (const [name, begin] of Object.entries(work)) {
    const end = await begin();
    const answers = await ask(seconds, rate * 0.8);
    table[`${round}: ${name}`] = { ...answers, meanwhile: await end() };
  }
console.log(
  `\nHighest rate ${rate} requests/s; ${requests.length} pages of ${originals.length} perfumes`,
);
console.table(table);
await site.stop();
await db.destroy();

/** @param wanted requests per second; as many as possible without it */
async function ask(duration: number, wanted?: number) {
  const {
    requests: done,
    latency,
    non2xx,
    errors,
  } = await autocannon({
    url: site.origin,
    requests,
    // A session cookie bypasses the page cache, even that of an ended session.
    headers: { "accept-encoding": "br", cookie: "auth_token=over" },
    connections: 20,
    reconnectRate: 99,
    duration,
    ...(wanted && { overallRate: Math.round(wanted) }),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} errors`);
  return {
    rate: Math.round(done.average),
    "median ms": latency.p50,
    "p99 ms": latency.p99,
    "longest ms": latency.max,
  };
}

async function rebuildIndex() {
  const end = repeat(() => Promise.all([catalogChanged(db), pause(2000)]));
  return async () => `${await end()} changes`;
}

async function backUp() {
  const command = ["app/commands/backup.ts", join(folder, "backups"), "--keep", "1"];
  const env = { ...process.env, ...environment };
  const end = repeat(() => once(spawn(process.execPath, command, { env }), "exit"));
  return async () => `${await end()} backups`;
}

/** @returns a function that waits for the last time and returns how often it was done */
function repeat(work: () => Promise<unknown>): () => Promise<number> {
  const ended = new AbortController();
  const repeating = (async () => {
    for (let times = 1; ; times++) {
      await work();
      if (ended.signal.aborted) return times;
    }
  })();
  return () => {
    ended.abort();
    return repeating;
  };
}

/** The site writes what is due as soon as it starts. */
async function writeEmails() {
  await site.stop();
  await db.updateTable("shelf_emails").set({ last_sent_at: null }).execute();
  await db.updateTable("shelf").set({ told_similarity: 1 }).execute();
  await db.deleteFrom("outbox").execute();
  site = await start();
  await ask(3);
  const before = await queued();
  return async () => {
    const written = (await queued()) - before;
    await site.stop();
    site = await start();
    await ask(8);
    return `${written} emails`;
  };
}

async function queued() {
  const { n } = await db
    .selectFrom("outbox")
    .select((row) => row.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Each wants five bottles. */
async function addReaders() {
  const ids = Array.from({ length: people }, (_, n) => `person-${n}`);
  await db.transaction().execute(async (tx) => {
    const add = <Row>(table: string, rows: Row[]) =>
      inBatches(rows, (some) =>
        tx
          .insertInto(table as never)
          .values(some as never)
          .execute(),
      );
    const each = <Row>(make: (id: string, n: number) => Row) => ids.map(make);
    await add(
      "usuarios",
      each((id) => ({ id, nombre_completo: id, created_at: at })),
    );
    await add(
      "accounts",
      each((user_id) => ({
        user_id,
        email: `${user_id}@example.org`,
        email_clave: `${user_id}@example.org`,
        confirmed_at: at,
        created_at: at,
      })),
    );
    await add(
      "shelf_emails",
      each((user_id, n) => ({
        user_id,
        language: languageCodes[n % languageCodes.length],
        since: at,
        last_sent_at: at,
      })),
    );
    await add(
      "shelf",
      ids.flatMap((user_id, n) =>
        [0, 1, 2, 3, 4].map((more) => ({
          user_id,
          perfume_id: originals[(n * 7 + more * 31) % originals.length]!.id,
          list: "want",
          since: at,
          told_at: at,
          told_similarity: 1,
        })),
      ),
    );
  });
}

function run(command: string) {
  const env = { ...process.env, ...environment };
  spawnSync(process.execPath, [`app/commands/${command}`], { env, stdio: "inherit" });
}
