import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { onPostgres } from "../../../tests/support/postgres-databases.ts";
import type { Db } from "#db/database.ts";
import { lastChange, numberChanges } from "./change-numbers.ts";

/** several batches */
const rows = 3000;
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  const id = await addPerfume(db, "Creed", "Aventus");
  const prices = Array.from({ length: 500 }, (_, at) => ({
    perfume_id: id,
    amount_cents: 1000 + at,
    currency: "EUR",
    size_ml: 100,
    kind: "bottle" as const,
    shop: "druni.es",
    seen_on: "2026-11-01",
    state: "shown" as const,
    vouched: 1 as const,
    created_at: "2026-11-01T00:00:00.000Z",
  }));
  for (let done = 0; done < rows; done += prices.length)
    await db.insertInto("prices").values(prices).execute();
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
