import type { Db } from "../connect.ts";

/** Who decides: the id of a person, or null for a command. */
export type Actor = string | null;

/** What is decided on. A suggestion is no bottle, and has a kind of its own. */
export type Subject =
  | `${
      | "perfume-suggestion"
      | "dupe-suggestion"
      | "price"
      | "review"
      | "perfume"
      | "dupe"}:${number}`
  | `person:${string}`;

export interface Decision {
  actor: Actor;
  action: string;
  subject: Subject;
  /** what the decision changes, as it was and as it is, without anything of a person but `personId` */
  before?: object | null;
  after?: object | null;
  reason?: string | null;
  /** the bottle that it concerns */
  perfumeId?: number | null;
  /** whom it concerns: what the entry says goes with their account (RULES.md 21.2) */
  personId?: string | null;
}

/**
 * Writes a decision into the log (RULES.md 21.2). Every decision calls it in the transaction of its change.
 * @returns the entry's id @throws Error outside of a transaction
 */
export async function recordDecision(tx: Db, decision: Decision, now: Date): Promise<number> {
  if (!tx.isTransaction) throw new Error("A decision is recorded in the transaction of its change");
  const { actor, action, subject, before, after, reason, perfumeId, personId } = decision;
  const { id } = await tx
    .insertInto("audit_log")
    .values({
      at: now.toISOString(),
      via: actor === null ? "command" : "desk",
      actor_id: actor,
      action,
      subject,
      perfume_id: perfumeId ?? null,
      person_id: personId ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An entry of the log. */
export interface LogEntry {
  id: number;
  /** ISO 8601 */
  at: string;
  via: "desk" | "command";
  /** null for commands, and for somebody whose account was deleted */
  actorId: string | null;
  actorName: string | null;
  action: string;
  subject: string;
  perfumeId: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  /** the entry that undid it */
  undoneBy: number | null;
}

/** @returns an entry of the log, or undefined */
export async function findEntry(db: Db, id: number): Promise<LogEntry | undefined> {
  const row = await entries(db).where("audit_log.id", "=", id).executeTakeFirst();
  return row && read(row);
}

/** @returns the last decision on something, or null */
export async function lastDecision(db: Db, subject: Subject): Promise<LogEntry | null> {
  const row = await entries(db)
    .where("subject", "=", subject)
    .orderBy("audit_log.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? read(row) : null;
}

/** @returns the newest decisions that concern one of these bottles, at most `limit` after the first `skip` */
export async function decisionsOn(
  db: Db,
  perfumeIds: readonly number[],
  limit: number,
  skip = 0,
): Promise<LogEntry[]> {
  const rows = await entries(db)
    .where("perfume_id", "in", perfumeIds)
    .orderBy("audit_log.id", "desc")
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map(read);
}

/** Notes that an entry was undone by another. Call it in the transaction that does. */
export async function markUndone(tx: Db, id: number, by: number): Promise<void> {
  await tx.updateTable("audit_log").set({ undone_by: by }).where("id", "=", id).execute();
}

function entries(db: Db) {
  return db
    .selectFrom("audit_log")
    .leftJoin("usuarios", "usuarios.id", "actor_id")
    .select(["audit_log.id", "at", "via", "actor_id", "nombre_usuario", "action", "subject"])
    .select(["perfume_id", "before", "after", "reason", "undone_by"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>["executeTakeFirstOrThrow"]>>;

function read(row: Row): LogEntry {
  const { actor_id, nombre_usuario, perfume_id, undone_by, before, after, ...same } = row;
  return {
    ...same,
    actorId: actor_id,
    actorName: nombre_usuario,
    perfumeId: perfume_id,
    undoneBy: undone_by,
    before: parse(before),
    after: parse(after),
  };
}

const parse = (json: string | null) =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);
