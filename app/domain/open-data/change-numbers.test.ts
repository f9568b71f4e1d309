import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrices } from "../../../tests/support/prices.ts";
import { onPostgres } from "../../../tests/support/postgres-databases.ts";
import type { Db } from "#db/database.ts";
import { lastChange, numberChanges } from "./change-numbers.ts";

/** several batches */
const rows = 3000;
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await addPrices(db, await addPerfume(db, "Creed", "Aventus"), { count: rows, from: 1000 });
});

const changes = () =>
  db.selectFrom("data_changes").select(["file", "row_id", "number", "at"]).orderBy("number");

test("a catalogue that never had numbers gets them in one call, in the order of time, each once", async () => {
  await numberChanges(db);
  const numbered = await changes().execute();
  expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, at) => at + 1));
  expect(await lastChange(db)).toBe(rows + 1);
  const times = numbered.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test("a call with a limit leaves the rest to the next", async () => {
  await numberChanges(db, 2);
  expect(await lastChange(db)).toBe(1000);
  await numberChanges(db, 1);
  expect(await lastChange(db)).toBe(1500);
});

test.skipIf(!onPostgres)("a batch does not read what later ones are for", async () => {
  const read = await db.connection().execute(async (own) => {
    const count = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(own);
      const { rows } = await sql<{ read: string }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables
        where relname = 'data_changes'`.execute(own);
      return Number(rows[0]!.read);
    };
    const before = await count();
    await numberChanges(own);
    return (await count()) - before;
  });
  expect(read).toBeGreaterThan(rows);
  expect(read).toBeLessThan(3 * rows);
});
