import type { Insertable } from "kysely";
import type { Db } from "#db/database.ts";
import { refreshSummaries } from "#app/domain/prices/refresh-summaries.ts";
import { type Speaker, visitor } from "#app/domain/voices/speaker.ts";
import type { Schema } from "#db/schema.ts";
import { addAccount } from "./accounts.ts";

export async function addShop(
  db: Db,
  host: string,
  more: Partial<Insertable<Schema["shops"]>> = {},
): Promise<void> {
  await db
    .insertInto("shops")
    .values({
      host,
      name: host,
      country: "ES",
      currency: "EUR",
      affiliate_template: null,
      ...more,
    })
    .execute();
}

/** Puts an imported, shown sighting of 100 ml into the database, as if seen today, with the bottle's summary. @returns its id */
export async function addPrice(
  db: Db,
  perfume_id: number,
  amount_cents: number,
  now: Date,
  more: Partial<Insertable<Schema["prices"]>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto("prices")
    .values({
      perfume_id,
      amount_cents,
      currency: "EUR",
      size_ml: 100,
      kind: "bottle",
      shop: "druni.es",
      url: null,
      country: "ES",
      seen_on: now.toISOString().slice(0, 10),
      user_id: null,
      state: "shown",
      vouched: 1,
      created_at: now.toISOString(),
      ...more,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { kind = "bottle", currency = "EUR" } = more;
  await refreshSummaries(db, [{ perfume_id, kind, currency }], now);
  return id;
}

/** Puts imported, shown sightings into the database, each a cent dearer than the one before, without a summary. */
export async function addPrices(
  db: Db,
  perfume_id: number,
  { count, from, shop = "druni.es" }: { count: number; from: number; shop?: string },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    perfume_id,
    amount_cents: from + at,
    currency: "EUR",
    size_ml: 100,
    kind: "bottle" as const,
    shop,
    seen_on: "2026-11-01",
    state: "shown" as const,
    vouched: 1 as const,
    created_at: "2026-11-01T00:00:00.000Z",
  }));
  for (let at = 0; at < count; at += 500)
    await db
      .insertInto("prices")
      .values(rows.slice(at, at + 500))
      .execute();
}

/** Whose voice counts at once. @param mailDomain of their own @param network none: a local one */
export async function confirmedPerson(
  db: Db,
  name: string,
  mailDomain: string | null = null,
  network: string | null = null,
): Promise<Speaker & { userId: string }> {
  const userId = await addAccount(db, name);
  const mailboxes = [`mailbox of ${name}`];
  return { userId, confirmed: true, mailboxes, mailDomain, network, isTrusted: true };
}

export const visitorFrom = (network: string): Speaker => visitor(network);
