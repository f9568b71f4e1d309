import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase, freshFile } from "../tests/support/database.ts";
import { onPostgres } from "../tests/support/postgres-databases.ts";
import { catalogChanged, catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import { openDatabase } from "./open/open.ts";
import { commandTransaction } from "./transactions.ts";

test.runIf(onPostgres)("concurrent commands wait for each other, and each runs once", async () => {
  const { url, db } = await freshFile();
  const others = [openDatabase(url), openDatabase(url)];
  const before = await catalogVersion(db);
  let done = 0;
  const command = () =>
    commandTransaction(others[0]!.db, async (tx) => {
      done++;
      await catalogChanged(tx);
      await pause(50);
    });
  await Promise.all([command(), command(), command()]);
  expect(await catalogVersion(db)).toBe(before + 3);
  expect(done).toBe(3);
  await Promise.all([db.destroy(), ...others.map(({ close }) => close())]);
});

test.runIf(!onPostgres)("a command waits a minute for SQLite's lock (RULES.md 14.2)", async () => {
  const db = await freshDatabase();
  const { rows } = await commandTransaction(db, (tx) => sql`pragma busy_timeout`.execute(tx));
  expect(rows).toEqual([{ timeout: 60_000 }]);
});
