import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createViewLog } from "./view-log.ts";
import { breakWrites } from "../../../tests/support/broken-writes.ts";
import { addPerfume, freshDatabase, freshFile } from "../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { connect } from "#db/open/open.ts";
import { foldNewViews } from "./new-views.ts";

let db: Db;

beforeEach(async () => void (db = await freshDatabase()));

/** Creates bottles and views each as often as its position in the list. */
async function seen(db: Db, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= count; n++) ids.push(await addPerfume(db, "Creed", `Bottle ${n}`));
  const rows = ids.map((perfume_id, n) => ({ perfume_id, views: n + 1 }));
  await db.insertInto("perfume_new_views").values(rows).execute();
  return ids;
}

const views = async (db: Db) => {
  const rows = await db.selectFrom("perfumes").select("vistas").orderBy("id").execute();
  return rows.map((row) => row.vistas);
};

const waiting = async (db: Db) =>
  (await db.selectFrom("perfume_new_views").select("perfume_id").execute()).length;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test("new views are added once to bottles' counts, whatever those were", async () => {
  await seen(db, 3);
  await db.updateTable("perfumes").set({ vistas: 10 }).where("nombre", "=", "Bottle 2").execute();
  await foldNewViews(db);
  await foldNewViews(db);
  expect([await views(db), await waiting(db)]).toEqual([[1, 12, 3], 0]);
});

test("when a step fails, earlier ones are kept, and the next run does the rest", async () => {
  await seen(db, 450);
  const mend = await breakWrites(db, "perfumes", "update", "new.nombre = 'Bottle 300'");
  await expect(foldNewViews(db)).rejects.toSatisfy(isConstraint);
  expect(await views(db)).toEqual(numbers(450).map((n) => (n <= 200 ? n : 0)));
  expect(await waiting(db)).toBe(250);
  await mend();
  await foldNewViews(db);
  expect([await views(db), await waiting(db)]).toEqual([numbers(450), 0]);
});

test("it stops after a step when the site stops, and resumes later", async () => {
  await seen(db, 450);
  await foldNewViews(db, AbortSignal.abort());
  expect(await waiting(db)).toBe(450);
  const stopping = new AbortController();
  const folding = foldNewViews(db, stopping.signal);
  stopping.abort();
  await folding;
  expect(await waiting(db)).toBe(250);
  await foldNewViews(db);
  expect(await views(db)).toEqual(numbers(450));
});

test("several runs at once, while views are written, count each view once", async () => {
  const { url, db } = await freshFile();
  const other = connect(url);
  onTestFinished(async () => {
    await db.destroy();
    await other.destroy();
  });
  const ids = await seen(db, 450);
  const log = createViewLog(other, "signed-in");
  const look = (perfumeId: number, client: string) =>
    log.record({ perfumeId, userId: null, client, network: null, searched: false });
  for (const client of ["one", "two", "three"]) for (const id of ids) look(id, client);
  await Promise.all([foldNewViews(db), log.flush(), foldNewViews(other), foldNewViews(db)]);
  await foldNewViews(db);
  expect([await views(db), await waiting(db)]).toEqual([numbers(450).map((n) => n + 3), 0]);
});

test("a bottle's pending views are deleted with it", async () => {
  const [first] = await seen(db, 2);
  await db.deleteFrom("perfumes").where("id", "=", first!).execute();
  await foldNewViews(db);
  expect(await views(db)).toEqual([2]);
});
