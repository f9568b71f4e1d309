import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type Email, queueEmail, queueIfDeliverable } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";
import { type WaitingCounts, waitingCounts } from "./queue/queue-lengths.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { operatorsToTell, roleOf } from "./operators.ts";
import { claimDay } from "#db/last-runs.ts";

interface Operator {
  email: string;
  language: string | null;
}

export function digestEmail(
  origin: string,
  { email, ...operator }: Operator,
  waiting: WaitingCounts,
): Email {
  const language = knownLanguage(operator.language);
  const { number } = formatIn(language);
  const { t } = translatorIn(language);
  const { waiting: names, ...texts } = t("emails:deskDigest", { returnObjects: true });
  const facts = Object.entries(waiting)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({
      name: names[kind as keyof WaitingCounts],
      value: number(count),
    }));
  const link = origin + inLanguage(language, "/desk");
  return writeEmail(language, { to: email, link }, { ...texts, facts });
}

export function warningEmail(
  origin: string,
  { email, ...operator }: Operator,
  what: "newNetwork" | "secondFactorOn" | "wrongCodes",
  now: Date,
): Email {
  const language = knownLanguage(operator.language);
  const link = origin + inLanguage(language, "/auth/forgot");
  const date = formatIn(language).date(now.toISOString());
  const { t } = translatorIn(language);
  return writeEmail(
    language,
    { to: email, link },
    t(`emails:${what}`, { returnObjects: true, date }),
  );
}

/** Queued once a day (UTC) across processes, if anything waits (RULES.md 10.28). @returns how many; null: today's are already queued */
export async function writeDeskDigest(db: Db, origin: string, now: Date): Promise<number | null> {
  const waiting = await waitingCounts(db);
  const people = await operatorsToTell(db);
  if (Object.values(waiting).every((count) => count === 0) || people.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    if (!(await claimDay(tx, "desk-digest", now))) return null;
    let queued = 0;
    for (const operator of people)
      if (await queueIfDeliverable(tx, digestEmail(origin, operator, waiting), now)) queued++;
    return queued;
  });
}

/** ms without a sign-in after which a network counts as new again */
const forgotten = 180 * 24 * 60 * 60 * 1000;

/** Emails an operator about a sign-in from a new network (RULES.md 10.20), in the language of their previous sign-in. */
export async function noteNetwork(
  db: Db,
  userId: string,
  { networkHash, language, origin }: { networkHash: string; language: string; origin: string },
  now: Date,
): Promise<boolean> {
  if ((await roleOf(db, userId)) === null) return false;
  return inTransaction(db, async (tx) => {
    const networks = await tx
      .selectFrom("operator_networks")
      .select(["network_hash", "language"])
      .where("user_id", "=", userId)
      .orderBy("seen_at", "desc")
      .execute();
    const seen = { language, seen_at: now.toISOString() };
    await tx
      .insertInto("operator_networks")
      .values({ user_id: userId, network_hash: networkHash, ...seen })
      .onConflict((one) => one.columns(["user_id", "network_hash"]).doUpdateSet(seen))
      .execute();
    const account = await tx
      .selectFrom("accounts")
      .select("email")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const isKnown = networks.some(({ network_hash }) => network_hash === networkHash);
    if (isKnown || !account) return false;
    const operator = { email: account.email, language: networks[0]?.language ?? language };
    await queueEmail(tx, warningEmail(origin, operator, "newNetwork", now), now);
    return true;
  });
}

/** Deletes networks unused for 180 days, and those of former operators. */
export async function deleteOldNetworks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("operator_networks")
    .where((row) =>
      row.or([
        row("seen_at", "<", new Date(now.getTime() - forgotten).toISOString()),
        row("user_id", "not in", row.selectFrom("operators").select("operators.user_id")),
      ]),
    )
    .execute();
}
