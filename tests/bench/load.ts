// How long pages of perfumes with dupes take for signed-in readers, at 80 % of the highest rate, while the search index is
// rebuilt, the weekly emails are written, a backup runs, and none of these.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { addPeople, addRows } from "./batches.ts";
import { withAllPerfumes } from "./databases.ts";
import { percentile } from "./measure.ts";
import { seeded } from "./search-synthetic.ts";
import { serve } from "./server.ts";

const [people, seconds, rounds] = [60_000, 10, 3];
const random = seeded(5);
// A session cookie bypasses the page cache, even that of an ended session.
const headers = { "accept-encoding": "br", cookie: "auth_token=over" };
const at = new Date().toISOString();
const folder = mkdtempSync(join(tmpdir(), "sosia-load-"));
const environment = {
  DATABASE_URL: `file:${join(folder, "load.db")}`,
  DUMPS_DIR: join(folder, "dumps"),
  MAIL_DIR: join(folder, "mail"),
  UPLOADS_DIR: join(folder, "uploads"),
};

const db = await withAllPerfumes(environment.DATABASE_URL);
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
const site = () => serve("app/start.ts", 3468, environment, { cores: "0,1" });
let running = await site();
await highestRate(15);

const all: Record<string, number[]> = {};
const rates: number[] = [];
const work = {
  "nothing else": async () => async () => 0,
  "the index is rebuilt": rebuildIndex,
  "a backup runs": backUp,
  "the weekly emails are written": writeEmails,
};
const done: Record<string, number> = {};
for (let round = 0; round < rounds; round++)
  for (const [name, begin] of Object.entries(work)) {
    // Anew each time, because a machine's speed varies.
    const rate = await highestRate(5);
    rates.push(Math.round(rate));
    await restart(name === "the weekly emails are written");
    const end = await begin();
    (all[name] ??= []).push(...(await arrive(seconds, rate * 0.8)));
    done[name] = (done[name] ?? 0) + (await end());
  }
console.log(
  `\nHighest rates ${rates.join(" ")}; ${requests.length} pages of ${originals.length} perfumes`,
);
console.table(
  Object.fromEntries(
    Object.entries(all).map(([name, times]) => [
      name,
      {
        "times done": done[name],
        requests: times.length,
        "median ms": percentile(times, 50),
        "p90 ms": percentile(times, 90),
        "p99 ms": percentile(times, 99),
      },
    ]),
  ),
);
await running.stop();
await db.destroy();

/** @returns how many requests a second the site answers at most */
async function highestRate(duration: number): Promise<number> {
  const {
    requests: done,
    non2xx,
    errors,
  } = await autocannon({
    url: running.origin,
    requests,
    headers,
    connections: 20,
    reconnectRate: 99,
    duration,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} errors`);
  return done.average;
}

/** Requests come at random moments, whether or not earlier ones are answered. @param rate per second @returns ms of each */
async function arrive(duration: number, rate: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let due = began, n = 0; due < began + duration * 1000; n++) {
    due -= (Math.log(1 - random()) * 1000) / rate;
    await pause(Math.max(0, due - performance.now()));
    const answer = ask(agent, requests[n % requests.length]!.path);
    answers.push(answer.then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(answers);
  agent.destroy();
  return times;
}

async function ask(agent: Agent, path: string): Promise<void> {
  const [answer]: IncomingMessage[] = await once(
    get(running.origin + path, { agent, headers }),
    "response",
  );
  if (answer!.statusCode !== 200) throw new Error(`${path}: ${answer!.statusCode}`);
  await buffer(answer!);
}

async function rebuildIndex() {
  return repeat(() => Promise.all([catalogChanged(db), pause(2000)]));
}

async function backUp() {
  const command = ["app/commands/backup.ts", join(folder, "backups"), "--keep", "1"];
  const env = { ...process.env, ...environment };
  return repeat(() => once(spawn(process.execPath, command, { env }), "exit"));
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

/** Before each, so that they differ in nothing else: the site writes emails that are due as soon as it starts. */
async function restart(emailsAreDue: boolean) {
  await running.stop();
  await db.deleteFrom("outbox").execute();
  await db
    .updateTable("shelf_emails")
    .set({ last_sent_at: emailsAreDue ? null : at })
    .execute();
  await db.updateTable("shelf").set({ told_similarity: 1 }).execute();
  running = await site();
  await highestRate(8);
}

async function writeEmails() {
  const before = await queued();
  return async () => (await queued()) - before;
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
    await addPeople(tx, ids, at);
    await addRows(
      tx,
      "shelf_emails",
      ids.map((user_id, n) => ({
        user_id,
        language: languageCodes[n % languageCodes.length],
        since: at,
        last_sent_at: at,
      })),
    );
    await addRows(
      tx,
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
