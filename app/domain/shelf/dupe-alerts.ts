import type { Insertable } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { type DueEmails, queueDueEmails } from "#app/mail/outbox.ts";
import { perfumeExists } from "#app/domain/catalog/redirects.ts";
import { firstDupeEmail } from "./shelf-emails.ts";

const maxAlerts = 100;

export async function hasAlert(db: Db, userId: string, perfumeId: number): Promise<boolean> {
  const alert = await db
    .selectFrom("dupe_alerts")
    .select("since")
    .where("user_id", "=", userId)
    .where("perfume_id", "=", perfumeId)
    .executeTakeFirst();
  return alert !== undefined;
}

/** Alerts a person to a bottle's first dupe (RULES.md 7.7). Asking again changes nothing. @throws Refused "has-dupes", "too-many-alerts", "no-such-perfume", "no-such-person" */
export async function askForAlert(
  db: Db,
  { user_id, perfume_id, language }: Omit<Insertable<Schema["dupe_alerts"]>, "since">,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireWriter(tx, user_id);
    if (!(await perfumeExists(tx, perfume_id))) throw new Refused("no-such-perfume");
    if (await hasDupes(tx, perfume_id)) throw new Refused("has-dupes");
    if (await hasAlert(tx, user_id, perfume_id)) return;
    if ((await countAlerts(tx, user_id)) >= maxAlerts) throw new Refused("too-many-alerts");
    await tx
      .insertInto("dupe_alerts")
      .values({ user_id, perfume_id, language, since: now.toISOString() })
      .execute();
  });
}

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

export async function dropAlert(db: Db, userId: string, perfumeId: number): Promise<void> {
  await db
    .deleteFrom("dupe_alerts")
    .where("user_id", "=", userId)
    .where("perfume_id", "=", perfumeId)
    .execute();
}

/** Emails people whose bottle has a dupe now, once their address is confirmed (RULES.md 7.7). @returns how many were queued */
export async function queueDueAlerts(db: Db, origin: string, now: Date): Promise<number> {
  const alerts: DueEmails<Due> = {
    find: (from, limit) => due(from, limit).execute(),
    settle: (tx, { user_id, perfume_id }) => dropAlert(tx, user_id, perfume_id),
    async write(_tx, { perfume_id, marca, nombre, ...alert }) {
      return firstDupeEmail(origin, { ...alert, perfume: { id: perfume_id, marca, nombre } });
    },
  };
  return queueDueEmails(db, alerts, now);
}

type Due = Awaited<ReturnType<ReturnType<typeof due>["executeTakeFirstOrThrow"]>>;

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
