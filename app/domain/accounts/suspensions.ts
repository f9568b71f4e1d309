import type { ExpressionBuilder, ReferenceExpression } from "kysely";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { signInTables } from "#db/table-names.ts";
import { inTransaction } from "#db/transactions.ts";

/** Subquery: ids of suspended people (RULES.md 9.13). */
export function suspendedNow(db: Pick<Db, "selectFrom">, now = new Date()) {
  return db
    .selectFrom("suspensions")
    .select("suspensions.user_id")
    .where((row) =>
      row.or([
        row("suspensions.until", "is", null),
        row("suspensions.until", ">", now.toISOString()),
      ]),
    );
}

/** `where` condition: the person in this non-null column is not suspended. */
export const notSuspended =
  <Table extends keyof Schema>(column: ReferenceExpression<Schema, Table> & string) =>
  (row: ExpressionBuilder<Schema, Table>) =>
    // Casts, because Kysely's types know neither the table nor whether the column has people's ids.
    row(column, "not in", suspendedNow(row as unknown as Db) as never);

/** `until` is null for a permanent suspension. */
export async function suspensionOf(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ since: string; until: string | null; entry: number } | null> {
  const found = await db
    .selectFrom("suspensions")
    .select(["since", "until", "entry"])
    .where("user_id", "=", userId)
    .where("user_id", "in", suspendedNow(db, now))
    .executeTakeFirst();
  return found ?? null;
}

/** Call in the writing transaction: the account may have been deleted or suspended since the session was read (RULES.md 9.13). */
export async function mayWrite(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("id")
    .where("id", "=", userId)
    .where(notSuspended("usuarios.id"))
    .executeTakeFirst();
  return person !== undefined;
}

/** `mayWrite` for what only a person can do. @throws Refused "no-such-person" */
export async function requireWriter(tx: Db, userId: string): Promise<void> {
  if (!(await mayWrite(tx, userId))) throw new Refused("no-such-person");
}

/** Ends every session, emailed link and unfinished sign-in immediately (RULES.md 9.13). */
export async function addSuspension(
  tx: Db,
  userId: string,
  { since, until, entry }: { since: string; until: string | null; entry: number },
): Promise<void> {
  const values = { since, until, entry };
  await tx
    .insertInto("suspensions")
    .values({ user_id: userId, ...values })
    .onConflict((known) => known.column("user_id").doUpdateSet(values))
    .execute();
  for (const table of signInTables)
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** Also ends sessions that began during the suspension. */
export async function removeSuspension(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("suspensions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

export async function deleteOverSuspensions(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await inTransaction(db, async (tx) => {
    // A sign-in concurrent with the suspension may have begun one (sessions.ts).
    await tx
      .deleteFrom("sessions")
      .where((row) =>
        row.exists(
          row
            .selectFrom("suspensions")
            .select("entry")
            .whereRef("suspensions.user_id", "=", "sessions.user_id")
            .whereRef("until", ">", "sessions.created_at")
            .where("until", "<=", at),
        ),
      )
      .execute();
    await tx.deleteFrom("suspensions").where("until", "<=", at).execute();
    await tx.deleteFrom("barred_addresses").where("until", "<=", at).execute();
  });
}
