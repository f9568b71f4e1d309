// Processes killed while they count views (RULES.md 3.1, 3.3): nothing is lost or counted twice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { foldNewViews } from "#app/domain/views/new-views.ts";
import type { Db } from "#db/database.ts";
import { runProcess } from "../support/command.ts";
import { addPerfume, freshFile } from "../support/database.ts";

async function database() {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  return { url, db };
}

/** Starts a process and kills it once the database reaches a state. @returns whether it was alive until then */
async function killedWhen(url: string, args: string[], isTime: () => Promise<boolean>) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (child.exitCode === null && !(await isTime())) await pause(1);
  child.kill("SIGKILL");
  const [code] = await ended;
  return code === null;
}

const sumOf = async (db: Db, what: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(${sql.raw(what)}, 0) as sum`.execute(
    db,
  );
  return Number(rows[0]!.sum);
};

test("repeatedly killed, housekeeping adds each view to the total once", async () => {
  const { url, db } = await database();
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
  const waiting = () => sumOf(db, "(select count(*) from perfume_new_views)");
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
  expect(await sumOf(db, "(select count(*) from perfumes where vistas <> 1 + id % 7)")).toBe(0);
});

test("a killed import resumes where it stopped and counts each view once", async () => {
  const { url, db } = await database();
  const id = await addPerfume(db, "Creed", "Aventus");
  const views = 20_000;
  const line = (n: number) =>
    JSON.stringify({
      time: new Date().toISOString(),
      address: `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.1`,
      method: "GET",
      uri: `/es/perfume/creed-aventus-${id}`,
      status: 200,
      cache: "HIT",
      upstream: "",
      agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      purpose: "",
      referer: "",
    });
  const file = join(mkdtempSync(join(tmpdir(), "sosia-log-")), "access.log");
  writeFileSync(file, Array.from({ length: views }, (_, n) => `${line(n)}\n`).join(""));
  const counted = () => sumOf(db, "(select sum(views) from day_views)");
  const command = ["app/commands/views.ts", "import", file];
  expect(await killedWhen(url, command, async () => (await counted()) > 0)).toBe(true);
  const before = await counted();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(views);
  const { code, out } = await runProcess("views", url, ["import", file]);
  const number = (count: number) => count.toLocaleString("en");
  expect([code, out]).toEqual([0, expect.stringContaining(`${number(before)} imported before`)]);
  expect(out).toContain(`${number(views - before)} views counted`);
  expect(await counted()).toBe(views);
  expect(await sumOf(db, "(select sum(views) from perfume_month_views)")).toBe(views);
  expect(await sumOf(db, "(select sum(views) from perfume_new_views)")).toBe(views);
});
