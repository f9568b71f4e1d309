import type { Db } from "#db/database.ts";
import { notSuspended } from "#app/domain/accounts/suspensions.ts";
import { median, valueOf } from "./amounts.ts";
import { sameDays, shownSince } from "./bounds.ts";
import { addDays } from "#app/domain/catalog/days.ts";
import { type Row, usualFactor } from "./hold-reason.ts";
import { isSameVoice, notBy, type Voter, voiceOf } from "./voter.ts";

const maxRows = 1000;

type Priced = Parameters<typeof valueOf>[0];

const withinQuarter = (a: number, b: number) => 4 * Math.max(a, b) <= 5 * Math.min(a, b);
const agreePerMl = (a: Priced, b: Priced) => withinQuarter(valueOf(a), valueOf(b));
/** A tiny bottle at the price per ml of a large one says nothing of it (RULES.md 4.10). */
const agree = (a: Priced, b: Priced) =>
  agreePerMl(a, b) && withinQuarter(a.amount_cents, b.amount_cents);

function sightingsOf(tx: Db, row: Row, state: "shown" | "held", now: Date) {
  return tx
    .selectFrom("prices")
    .select(["id", "amount_cents", "size_ml", "mailbox", "mail_domain", "user_id", "vouched"])
    .where("state", "=", state)
    .where("perfume_id", "=", row.perfume_id)
    .where("currency", "=", row.currency)
    .where("kind", "=", row.kind)
    .where("seen_on", ">=", shownSince(now))
    .orderBy("id", "desc")
    .limit(maxRows);
}

type Sighting = Awaited<ReturnType<ReturnType<typeof sightingsOf>["execute"]>>[number];

/** Other confirmed people's sightings at known shops that only wait because they are unusual, and agree with this one. */
export async function heldInAgreement(tx: Db, row: Row, by: Voter, now: Date): Promise<Sighting[]> {
  const rows = await sightingsOf(tx, row, "held", now)
    .where("mailbox", "is not", null)
    .where(notBy(by))
    .where((held) => held.or([held("user_id", "is", null), notSuspended("user_id")(held)]))
    .where("shop", "in", (of) => of.selectFrom("shops").select("host").where("state", "=", "known"))
    .where(({ not, exists, selectFrom }) => {
      const said = selectFrom("price_gone").whereRef("price_id", "=", "prices.id");
      return not(exists(said.select("gone").where("gone", "=", 1)));
    })
    .execute();
  return rows.filter((one) => agree(one, row));
}

/** false when two people or an operator stand behind what is shown (RULES.md 4.4) */
export async function givesWay(tx: Db, row: Row, now: Date): Promise<boolean> {
  const shown = await sightingsOf(tx, row, "shown", now).execute();
  const voices = new Set(shown.map(voiceOf));
  return voices.size <= 1 && shown.every(({ vouched }) => vouched === 0);
}

/** Holds what is shown but far from the sighting and those in agreement with it. */
export async function holdFarFrom(
  tx: Db,
  row: Row,
  agreed: readonly Sighting[],
  now: Date,
): Promise<void> {
  const middle = median([row, ...agreed].map(valueOf));
  const shown = await sightingsOf(tx, row, "shown", now).execute();
  const far = shown.filter(
    (one) => valueOf(one) * usualFactor < middle || valueOf(one) > middle * usualFactor,
  );
  await update(tx, ids(far), { state: "held" });
}

export async function showAgreed(tx: Db, agreed: readonly Sighting[]): Promise<void> {
  await update(tx, ids(agreed), { state: "shown", vouched: 1 });
}

async function update(
  tx: Db,
  prices: readonly number[],
  change: { state: "shown" | "held"; vouched?: 1 },
): Promise<void> {
  if (prices.length === 0) return;
  await tx
    .updateTable("prices")
    .set((row) => ({ ...change, version: row("version", "+", 1) }))
    .where("id", "in", prices)
    .execute();
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Marks a person's shown sighting and those of others that agree with it (RULES.md 4.10). */
export async function vouchForAgreed(
  tx: Db,
  id: number,
  row: Row,
  by: Voter,
  now: Date,
): Promise<void> {
  const others = await sightingsOf(tx, row, "shown", now)
    .where("id", "!=", id)
    .where(notBy(by))
    .where((one) =>
      one.or([
        one("mailbox", "is not", null),
        one("user_id", "is not", null),
        one("vouched", "=", 1),
      ]),
    )
    .execute();
  const agreed = others.filter((one) => agree(one, row));
  if (agreed.length > 0) await vouch(tx, [id, ...ids(agreed)]);
}

/** The caller writes the summary. */
export async function vouch(tx: Db, prices: readonly number[]): Promise<void> {
  await tx.updateTable("prices").set({ vouched: 1 }).where("id", "in", prices).execute();
}

/** Whether an operator refused the person's own price at this shop, or others said that it is gone: sent again, it would undo their word (RULES.md 4.6). */
export async function wasDisputed(
  tx: Db,
  row: Row & { shop: string; seen_on: string },
  by: Voter,
): Promise<boolean> {
  const prices = await tx
    .selectFrom("prices")
    .select(["amount_cents", "size_ml", "mailbox", "mail_domain", "user_id"])
    .where("perfume_id", "=", row.perfume_id)
    .where("currency", "=", row.currency)
    .where("shop", "=", row.shop)
    .where("seen_on", ">=", addDays(row.seen_on, -sameDays))
    .where(({ or, and, eb, exists, selectFrom }) => {
      const said = selectFrom("price_gone").whereRef("price_id", "=", "prices.id");
      return or([
        and([eb("state", "=", "refused"), eb("decided_at", "is not", null)]),
        and([eb("state", "=", "held"), exists(said.select("gone").where("gone", "=", 1))]),
      ]);
    })
    .limit(maxRows)
    .execute();
  return prices.some((one) => isSameVoice(one, by) && agreePerMl(one, row));
}
