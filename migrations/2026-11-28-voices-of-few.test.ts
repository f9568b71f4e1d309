// What a database of the release before can hold beside its usual rows.
import { expect, test } from "vitest";
import { verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import { knownMigrations } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { addAccount } from "../tests/support/accounts.ts";
import { disagreements } from "../tests/support/counters.ts";
import { addDupe, addPerfume } from "../tests/support/database.ts";

const at = "2026-11-01T00:00:00.000Z";
const now = new Date("2026-11-28T06:00:00.000Z");

async function migrating(isWanted: (name: string) => boolean, db = connect(":memory:")) {
  for (const name of (await knownMigrations()).filter(isWanted))
    await (await import(new URL(`./${name}.ts`, import.meta.url).href)).up(db);
  return db;
}

test("answers of three people in one network show nothing any more", async () => {
  const db = await migrating((name) => name < "2026-11-28");
  const dupe_id = await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Armaf", "Club");
  const own = { dupe_id, again: "dupe", created_at: at, updated_at: at, state: "counted" } as const;
  for (const user_id of ["ana", "bea", "eva"]) {
    await addAccount(db, user_id);
    const marks = { mailbox: user_id, network: "one" };
    const lasting = "less" as const;
    await db
      .insertInto("verdicts")
      .values({ ...own, user_id, lasting, ...marks })
      .execute();
  }
  await addAccount(db, "leo");
  const leos = { user_id: "leo", mailbox: "leo", network: "another" };
  await addAccount(db, "mia");
  const mias = { user_id: "mia", mailbox: "mia", network: "a third" };
  for (const marks of [leos, mias])
    await db
      .insertInto("verdicts")
      .values({ ...own, ...marks })
      .execute();
  const counts = { verdicts: 5, lasting_less: 3, again_dupe: 5 };
  await db
    .insertInto("verdict_counts")
    .values({ dupe_id, ...counts })
    .execute();
  await migrating((name) => name >= "2026-11-28", db);
  const shown = (await verdictCountsOf(db, [dupe_id])).get(dupe_id)!;
  expect([shown.lasting.less, shown.again.dupe]).toEqual([0, 5]);
  expect(await disagreements(db, now)).toEqual([]);
  await db.destroy();
});

test("of what one person said of a price with two mailboxes, the first word stays", async () => {
  const db = await migrating((name) => name < "2026-11-28");
  await addAccount(db, "ana");
  const price = { amount_cents: 100, currency: "EUR", size_ml: 100, kind: "bottle" } as const;
  const perfume_id = await addPerfume(db, "Creed", "Aventus");
  const seen = { shop: "druni.es", seen_on: "2026-11-01", state: "shown", created_at: at } as const;
  await db
    .insertInto("prices")
    .values({ ...price, ...seen, perfume_id })
    .execute();
  for (const [voter, day] of [
    ["new mailbox", "02"],
    ["old mailbox", "01"],
  ]) {
    const word = { price_id: 1, voter, user_id: "ana", said_by: "person", gone: 1 };
    await db
      .insertInto("price_gone")
      .values({ ...word, at: `2026-11-${day}T00:00:00.000Z` } as never)
      .execute();
  }
  await migrating((name) => name >= "2026-11-28", db);
  expect(await db.selectFrom("price_gone").select(["user_id", "mailbox"]).execute()).toEqual([
    { user_id: "ana", mailbox: "old mailbox" },
  ]);
  await db.destroy();
});
