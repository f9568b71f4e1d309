// The cost of the view log on SQLite: 10,000 views of a catalogue of 60,000 in batches of several sizes, as on busy and quiet
// sites, and the hourly step that adds them to the totals.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as othersTurn } from "node:timers/promises";
import { sql } from "kysely";
import { createViewLog } from "#app/domain/views/view-log.ts";
import { foldNewViews } from "#app/domain/views/new-views.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";

const bottles = 60_000;
const now = "2026-01-01T00:00:00.000Z";

const rows = [];
for (const [views, each] of [
  [10_000, 10_000],
  [10_000, 760],
  [2000, 20],
  [500, 1],
] as const) {
  const db = connect(`file:${join(mkdtempSync(join(tmpdir(), "sosia-views-")), "perfumes.db")}`);
  await migrate(db);
  await fill(db);
  const log = createViewLog(db, "all");
  const [took, longest] = await measured(async () => {
    for (let view = 0; view < views; view += each) {
      for (let n = view; n < Math.min(view + each, views); n++) look(log, n);
      await log.flush();
      await othersTurn();
    }
  });
  const [fold, held] = await measured(() => foldNewViews(db));
  rows.push({
    views,
    "views at once": each,
    ms: Math.round(took),
    "µs a view": Math.round((took * 1000) / views),
    "longest hold of the process, ms": Math.round(longest),
    "fold, ms": Math.round(fold),
    "its longest hold, ms": Math.round(held),
  });
  await db.destroy();
}
console.table(rows);

/** Records a view of a bottle; half of all views are of a hundredth of the bottles. */
function look(log: ReturnType<typeof createViewLog>, n: number) {
  const at = (n * 7919) % bottles;
  const perfumeId = 1 + (n % 2 === 0 ? at % (bottles / 100) : at);
  log.record({
    perfumeId,
    userId: null,
    client: `client ${n}`,
    network: null,
    searched: n % 3 === 0,
  });
}

/** @returns duration in ms, and the longest time that the event loop was blocked */
async function measured(work: () => Promise<void>): Promise<[number, number]> {
  let longest = 0;
  let last = performance.now();
  const tick = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 0);
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  longest = Math.max(longest, performance.now() - last);
  clearInterval(tick);
  return [took, longest];
}

async function fill(db: Db): Promise<void> {
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${bottles})
    insert into perfumes (marca, nombre, marca_clave, nombre_clave, marca_slug, created_at, updated_at)
    select 'Brand', 'Bottle ' || i, 'brand', 'bottle ' || i, 'brand', ${now}, ${now} from n`.execute(
    db,
  );
}
