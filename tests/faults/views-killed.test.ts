// A process killed while it counts views (RULES.md 3.1): nothing is lost or counted twice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { foldNewViews } from "#app/domain/views/new-views.ts";
import type { Db } from "#db/database.ts";
import { freshFile } from "../support/database.ts";

/** Starts a process and kills it once the database reaches a state. */
async function killedWhen(url: string, args: string[], isTime: () => Promise<boolean>) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (child.exitCode === null && !(await isTime())) await pause(1);
  child.kill("SIGKILL");
  await ended;
}

const countOf = async (db: Db, rows: string) => {
  const { rows: found } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.raw(rows)}`.execute(db);
  return Number(found[0]!.n);
};

test("repeatedly killed, housekeeping adds each view to the total once", async () => {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const bottles = 20_000;
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${bottles})
    insert into perfumes (marca, nombre, marca_clave, nombre_clave, marca_slug, created_at, updated_at)
    select 'Creed', 'Bottle ' || i, 'creed', 'bottle ' || i, 'creed', '2026-01-01', '2026-01-01' from n`.execute(
    db,
  );
  await sql`insert into perfume_new_views (perfume_id, views) select id, 1 + id % 7 from perfumes`.execute(
    db,
  );
  const fold = `
    const { connect } = await import("#db/open/open.ts");
    const { foldNewViews } = await import("#app/domain/views/new-views.ts");
    await foldNewViews(connect(process.env.DATABASE_URL));`;
  const waiting = () => countOf(db, "perfume_new_views");
  let kills = 0;
  for (let round = 0; round < 3; round++) {
    const before = await waiting();
    const begun = async () => (await waiting()) < before;
    await killedWhen(url, ["--input-type=module", "-e", fold], begun);
    const left = await waiting();
    if (left > 0 && left < before) kills++;
    const wrong = await sql`select perfumes.id from perfumes
      left join perfume_new_views as waiting on perfume_id = perfumes.id
      where vistas + coalesce(waiting.views, 0) <> 1 + perfumes.id % 7`.execute(db);
    expect(wrong.rows).toEqual([]);
  }
  expect(kills).toBeGreaterThan(0);
  await foldNewViews(db);
  expect(await waiting()).toBe(0);
  expect(await countOf(db, "perfumes where vistas <> 1 + id % 7")).toBe(0);
});
