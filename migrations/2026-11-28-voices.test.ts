import { expect, test } from "vitest";
import { knownMigrations } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { addAccount } from "../tests/support/accounts.ts";
import { addDupe, addPerfume } from "../tests/support/database.ts";
import { up } from "./2026-11-28-voices.ts";

const at = "2026-11-01T00:00:00.000Z";
const price = {
  amount_cents: 100,
  currency: "EUR",
  size_ml: 100,
  kind: "bottle",
  shop: "druni.es",
  seen_on: "2026-11-01",
  state: "shown",
  vouched: 1,
  created_at: at,
};

test("what counted counts on, what people's prices were shown for is judged anew, and visitors' words that a price is gone go", async () => {
  const db = connect(":memory:");
  for (const name of await knownMigrations())
    if (name < "2026-11-28")
      await (await import(new URL(`./${name}.ts`, import.meta.url).href)).up(db);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  const perfume_id = await addPerfume(db, "Creed", "Aventus");
  const dupe_id = await addDupe(db, perfume_id, "Armaf", "Club");
  const add = async (table: "prices", row: object) => {
    await db
      .insertInto(table)
      .values(row as never)
      .execute();
  };
  const review = { dupe_id, user_id: "ana", description: "Smoky", created_at: at };
  await add("dupe_reviews" as "prices", review);
  for (const [user_id, counts] of [
    ["ana", 1],
    ["bea", 0],
  ] as const) {
    const report = { review_id: 1, user_id, counts, reason: "spam", created_at: at };
    await add("review_reports" as "prices", report);
  }
  for (const more of [{}, { user_id: "ana" }, { user_id: "ana", decided_at: at }])
    await add("prices", { perfume_id, ...price, ...more });
  for (const [voter, said_by, gone] of [
    ["mailbox of bea", "person", 1],
    ["mailbox of ana", "person", 0],
    ["some network", "network", 1],
  ] as const) {
    const user_id = said_by === "person" ? voter.slice(-3) : null;
    await add("price_gone" as "prices", { price_id: 1, voter, user_id, said_by, gone, at });
  }

  await up(db);

  const reports = db.selectFrom("review_reports").select(["counts_from", "counted_at"]);
  expect(await reports.orderBy("id").execute()).toEqual([
    { counts_from: null, counted_at: at },
    { counts_from: null, counted_at: null },
  ]);
  const prices = db.selectFrom("prices").select(["state", "vouched", "counts_from"]);
  expect(await prices.orderBy("id").execute()).toEqual([
    { state: "shown", vouched: 1, counts_from: null },
    { state: "held", vouched: 0, counts_from: at },
    { state: "shown", vouched: 1, counts_from: null },
  ]);
  const words = db.selectFrom("price_gone").select(["user_id", "mailbox", "counted_at"]);
  expect(await words.execute()).toEqual([
    { user_id: "bea", mailbox: "mailbox of bea", counted_at: at },
  ]);
  expect(await db.selectFrom("usuarios").select("trusted").execute()).toEqual([
    { trusted: 0 },
    { trusted: 0 },
  ]);
  await db.destroy();
});
