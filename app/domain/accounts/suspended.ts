import type { ExpressionBuilder, ReferenceExpression } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

/** The ids of those who are suspended now (RULES.md 27.2), for a query. */
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

/** A condition of a query: the person of this column, who is somebody, is not suspended now. */
export const notSuspended =
  <Table extends keyof Schema>(column: ReferenceExpression<Schema, Table> & string) =>
  (row: ExpressionBuilder<Schema, Table>) =>
    row(column, "not in", suspendedNow(row as unknown as Db) as never);

/** @returns until when a person is suspended, null in it for good; null when they are not */
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

/**
 * Asked for in the transaction of whatever a person writes (RULES.md 27.2).
 * @returns false also when the account was deleted or suspended after the request's session was read
 */
export async function userExists(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom("usuarios")
    .select("id")
    .where("id", "=", userId)
    .where(notSuspended("usuarios.id"))
    .executeTakeFirst();
  return person !== undefined;
}
