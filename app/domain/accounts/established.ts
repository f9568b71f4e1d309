import type { Db } from "#db/database.ts";

/** Sites with fewer accounts trust new ones: nearly all of theirs are new. */
const smallSite = 100;

/** @returns when the account will be `age` ms old; now if it already is, and always on a small site */
export async function establishedAt(
  db: Db,
  userId: string,
  age: number,
  now: Date,
): Promise<string> {
  const person = await db
    .selectFrom("usuarios")
    .select("created_at")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const at = now.toISOString();
  const from = new Date(Date.parse(person.created_at) + age).toISOString();
  return from > at && (await hasManyAccounts(db)) ? from : at;
}

async function hasManyAccounts(db: Db): Promise<boolean> {
  const last = db
    .selectFrom("accounts")
    .select("user_id")
    .limit(1)
    .offset(smallSite - 1);
  return (await last.executeTakeFirst()) !== undefined;
}
