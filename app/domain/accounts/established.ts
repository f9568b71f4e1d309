import type { Db } from "#db/database.ts";

/** Sites with fewer accounts trust new ones: nearly all of theirs are new. */
const smallSite = 100;

/** Whether the account is older than `age` ms; on a small site every account counts as older. */
export async function isEstablished(
  db: Db,
  userId: string,
  age: number,
  now: Date,
): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("created_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  const latest = new Date(now.getTime() - age).toISOString();
  return (person !== undefined && person.created_at <= latest) || !(await hasManyAccounts(db));
}

export async function hasManyAccounts(db: Db): Promise<boolean> {
  const last = db
    .selectFrom("accounts")
    .select("user_id")
    .limit(1)
    .offset(smallSite - 1);
  return (await last.executeTakeFirst()) !== undefined;
}
