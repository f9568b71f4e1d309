import type { Insertable } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { userExists } from "#app/domain/accounts/suspended.ts";
import { address, type Email, queueEmail } from "#app/mail/outbox.ts";
import { perfumeExists } from "#app/domain/catalog/exists.ts";

/** alerts that a person may have waiting (RULES.md 6.8) */
const maxAlerts = 100;
/** emails queued in one transaction, which keeps others from writing */
const batchSize = 100;

type AlertOutcome = "on" | "has-dupes" | "too-many" | "no-such-perfume" | "no-such-person";

/** An alert whose time has come: what its email says. */
export interface DueAlert {
  /** the person's address */
  email: string;
  /** of the page on which it was asked for */
  language: string;
  /** when it was asked for, ISO 8601 */
  since: string;
  perfume: { id: number; marca: string; nombre: string };
}

/** @returns whether the person waits to be told of this bottle's first dupe (RULES.md 6.8) */
export async function hasAlert(db: Db, userId: string, perfumeId: number): Promise<boolean> {
  const alert = await db
    .selectFrom("dupe_alerts")
    .select("since")
    .where("user_id", "=", userId)
    .where("perfume_id", "=", perfumeId)
    .executeTakeFirst();
  return alert !== undefined;
}

/**
 * Remembers that a person wants to be told of a bottle's first dupe (RULES.md 6.8). Asking again changes nothing.
 * @returns "on", or why nothing was stored: "has-dupes", "too-many" (100 wait already), "no-such-perfume", "no-such-person"
 */
export async function askForAlert(
  db: Db,
  { user_id, perfume_id, language }: Omit<Insertable<Schema["dupe_alerts"]>, "since">,
  now: Date,
): Promise<AlertOutcome> {
  return inTransaction(db, async (tx): Promise<AlertOutcome> => {
    if (!(await userExists(tx, user_id))) return "no-such-person";
    if (!(await perfumeExists(tx, perfume_id))) return "no-such-perfume";
    if (await hasDupes(tx, perfume_id)) return "has-dupes";
    if (await hasAlert(tx, user_id, perfume_id)) return "on";
    if ((await countAlerts(tx, user_id)) >= maxAlerts) return "too-many";
    await tx
      .insertInto("dupe_alerts")
      .values({ user_id, perfume_id, language, since: now.toISOString() })
      .execute();
    return "on";
  });
}

/** @returns the bottles of whose first dupe a person waits to be told, the newest first; 100 at most */
export async function listAlerts(db: Db, userId: string) {
  return db
    .selectFrom("dupe_alerts")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .select(["id", "marca", "nombre", "since"])
    .where("user_id", "=", userId)
    .orderBy("since", "desc")
    .orderBy("id")
    .limit(maxAlerts)
    .execute();
}

/** Forgets that a person wanted to be told (RULES.md 6.8); who did not stays as they are. */
export async function dropAlert(db: Db, userId: string, perfumeId: number): Promise<void> {
  await db
    .deleteFrom("dupe_alerts")
    .where("user_id", "=", userId)
    .where("perfume_id", "=", perfumeId)
    .execute();
}

/**
 * Queues the emails to everybody who waits for a bottle that has a dupe now and whose address is confirmed, and deletes
 * those alerts in the same transaction: nobody is told twice, however often and in however many processes this runs
 * (RULES.md 6.8).
 * @param emailOf makes the email @returns how many were queued
 */
export async function queueDueAlerts(
  db: Db,
  emailOf: (alert: DueAlert) => Email,
  now: Date,
): Promise<number> {
  let queued = 0;
  // Reading needs no lock, which an import may hold for long.
  while (await due(db, 1).executeTakeFirst()) queued += await queueBatch(db, emailOf, now);
  return queued;
}

async function queueBatch(db: Db, emailOf: (alert: DueAlert) => Email, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const alerts = await due(tx, batchSize).execute();
    for (const { user_id, perfume_id, email, language, since, marca, nombre } of alerts) {
      await dropAlert(tx, user_id, perfume_id);
      const perfume = { id: perfume_id, marca, nombre };
      const message = emailOf({ email, language, since, perfume });
      // Google's word for an address is not ours: one that nothing can be sent to holds nobody else up.
      if (address.safeParse(message.to).success) await queueEmail(tx, message, now);
    }
    return alerts.length;
  });
}

/** The alerts of bottles that have dupes, of people with a confirmed address, those first that have waited longest. */
function due(db: Db, limit: number) {
  return db
    .selectFrom("dupe_alerts")
    .innerJoin("accounts", "accounts.user_id", "dupe_alerts.user_id")
    .innerJoin("perfumes", "perfumes.id", "dupe_alerts.perfume_id")
    .select(["dupe_alerts.user_id", "perfume_id", "language", "since", "email", "marca", "nombre"])
    .where("confirmed_at", "is not", null)
    .where((row) =>
      row.exists(
        row.selectFrom("dupes").select("id").whereRef("dupes.perfume_id", "=", "perfumes.id"),
      ),
    )
    .orderBy("since")
    .orderBy("dupe_alerts.user_id")
    .orderBy("perfume_id")
    .limit(limit);
}

async function hasDupes(db: Db, perfumeId: number): Promise<boolean> {
  const dupe = db.selectFrom("dupes").select("id").where("perfume_id", "=", perfumeId).limit(1);
  return (await dupe.executeTakeFirst()) !== undefined;
}

async function countAlerts(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("dupe_alerts")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
