import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { standingsOf } from "#app/domain/prices/standings.ts";
import { remember, toldTo } from "./told-standings.ts";

export async function getsWeeklyEmail(db: Db, userId: string): Promise<boolean> {
  return (await languageOf(db, userId)) !== undefined;
}

async function languageOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shelf_emails")
    .select("language")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.language;
}

/** Current figures are not news (RULES.md 7.5). Subscribing again changes only the language. @throws Refused "no-such-person" */
export async function askForWeeklyEmail(
  db: Db,
  { userId, language }: { userId: string; language: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireWriter(tx, userId);
    if (await getsWeeklyEmail(tx, userId)) {
      await tx
        .updateTable("shelf_emails")
        .set({ language })
        .where("user_id", "=", userId)
        .execute();
      return;
    }
    await tx
      .insertInto("shelf_emails")
      .values({ user_id: userId, language, since: now.toISOString() })
      .execute();
    const wanted = await tx
      .selectFrom("shelf")
      .select("perfume_id")
      .where("user_id", "=", userId)
      .where("list", "=", "want")
      .execute();
    const ids = wanted.map(({ perfume_id }) => perfume_id);
    await rememberIfAsked(tx, userId, ids, now);
  });
}

export async function stopWeeklyEmail(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("shelf_emails").where("user_id", "=", userId).execute();
}

/** The current figures of these bottles are not news. */
export async function rememberIfAsked(
  tx: Db,
  userId: string,
  perfumeIds: readonly number[],
  now: Date,
): Promise<void> {
  const language = await languageOf(tx, userId);
  if (language === undefined) return;
  const standings = await standingsOf(tx, perfumeIds, language, now, "vouched");
  await remember(tx, toldTo(userId, standings), now);
}

/** Has no language; a token says whose weekly email it ends (RULES.md 7.6). */
export const unsubscribePath = "/shelf/unsubscribe";

export const unsubscribePurpose = "weekly-email";
