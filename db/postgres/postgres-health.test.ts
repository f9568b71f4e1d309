import { type RawBuilder, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { freshFile } from "../../tests/support/database.ts";
import { onPostgres } from "../../tests/support/postgres-databases.ts";
import { openDatabase } from "../open/open.ts";
import { checkServer } from "./postgres-health.ts";

test.runIf(onPostgres)(
  "a server that cannot be written is neither ready nor started on (RULES.md 14.1, 14.3)",
  async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { url, db } = await freshFile();
    const name = sql.id(new URL(url).pathname.slice(1));
    const alter = (change: RawBuilder<unknown>) =>
      sql`alter database ${name} ${change}`.execute(db);
    await alter(sql`set default_transaction_read_only = on`);
    const { db: readOnly, health, close } = openDatabase(url);
    expect(await health.ready()).toMatch(/cannot be written/u);
    await expect(checkServer(readOnly, 0)).rejects.toThrow(/cannot be written/u);
    await close();
    await alter(sql`reset default_transaction_read_only`);
    await db.destroy();
    vi.restoreAllMocks();
  },
);
