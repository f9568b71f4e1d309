import { sql } from "kysely";
import { setTrust } from "#app/domain/accounts/new-people.ts";
import type { Db } from "#db/database.ts";
import { speakerOf, type VoiceSettings } from "./speaker.ts";
import { countsFrom, matureAt, voiced } from "./waits.ts";

/** Whether what the person says waits because the account is new. */
export async function waitsForAge(
  db: Db,
  userId: string,
  settings: VoiceSettings,
  now: Date,
): Promise<boolean> {
  const from = await countsFrom(db, await speakerOf(db, userId, null, settings), now);
  return from !== null && from > now.toISOString();
}

/** What waits because the account is new waits that much less. */
export async function trustPerson(tx: Db, userId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const saved = Date.parse(matureAt(await setTrust(tx, userId, 1), at)) - now.getTime();
  for (const table of voiced) {
    const { rows } = await sql<{ counts_from: string }>`
      select distinct counts_from from ${sql.table(table)}
      where user_id = ${userId} and counts_from > ${at}`.execute(tx);
    for (const { counts_from } of rows) {
      const sooner = new Date(Math.max(now.getTime(), Date.parse(counts_from) - saved));
      await sql`update ${sql.table(table)} set counts_from = ${sooner.toISOString()}
        where user_id = ${userId} and counts_from = ${counts_from}`.execute(tx);
    }
  }
}

/** What waits, waits for the account's age again. @returns until when, ISO 8601; null where the person's voices count without trust by now */
export async function distrustPerson(tx: Db, userId: string, now: Date): Promise<string | null> {
  const at = now.toISOString();
  const from = matureAt(await setTrust(tx, userId, 0), at);
  if (from <= at) return null;
  for (const table of voiced)
    await sql`update ${sql.table(table)} set counts_from = ${from}
      where user_id = ${userId} and counts_from < ${from}`.execute(tx);
  return from;
}
