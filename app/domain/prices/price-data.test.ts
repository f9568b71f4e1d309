import { expect, test } from "vitest";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";

test("the data export includes sightings and reports on prices, and deleting the account anonymises them", async () => {
  const db = await freshDatabase();
  const [ana, bea] = [await addAccount(db, "ana"), await addAccount(db, "bea")];
  const perfume = await addPerfume(db, "Armaf", "Club de Nuit");
  const now = new Date();
  const price_id = await addPrice(db, perfume, 2490, now, { user_id: ana });
  await db
    .insertInto("price_gone")
    .values({ price_id, user_id: ana, mailbox: "hash", created_at: now.toISOString() })
    .execute();
  const data = await exportData(db, ana);
  expect(data).toMatchObject({
    prices: [{ perfume_id: perfume, amount_cents: 2490, shop: "druni.es", state: "shown" }],
    priceVotes: [{ price_id }],
  });
  expect(JSON.stringify(data)).not.toContain("hash");
  expect(await exportData(db, bea)).toMatchObject({ prices: [], priceVotes: [] });

  await deleteAccount(db, ana, true, []);
  for (const table of ["prices", "price_gone"] as const)
    expect([table, await db.selectFrom(table).select("user_id").execute()]).toEqual([
      table,
      [{ user_id: null }],
    ]);
});
