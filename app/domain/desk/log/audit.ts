import { Refused } from "#app/domain/refused-act.ts";
import { cleanText, truncate } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";

/** a person's id; null for a command */
export type Actor = string | null;

export interface By {
  actor: string;
  now: Date;
  reason?: string | null;
}

/** A suggestion is not a bottle and has its own kind. */
export const logKinds = [
  "perfume-suggestion",
  "dupe-suggestion",
  "fact-suggestion",
  "source-suggestion",
  "price",
  "review",
  "perfume",
  "dupe",
  "person",
  "message",
  "email",
] as const;
export type LogKind = (typeof logKinds)[number];

export type Subject = `${Exclude<LogKind, "person">}:${number}` | `person:${string}` | "emails";

export const logActions = [
  "accept",
  "refuse",
  "same",
  "undo",
  "grant",
  "revoke",
  "answered",
  "reopen",
  "retry",
  "suspend",
  "restore",
  "remove-reviews",
  "remove-votes",
  "remove-prices",
  "count-now",
  "erase",
  "second-factor-on",
  "second-factor-off",
  "add",
  "edit",
  "photo",
  "photo-remove",
  "alias-add",
  "alias-remove",
  "dupe-add",
  "dupe-save",
  "dupe-remove",
  "source-add",
  "source-remove",
  "merge",
  "remove",
  "uncount",
  "looked-at",
] as const;
export type LogAction = (typeof logActions)[number];

export interface Decision {
  actor: Actor;
  action: LogAction;
  subject: Subject;
  /** state before and after; personal data only through `personId` */
  before?: object | null;
  after?: object | null;
  reason?: string | null;
  perfumeId?: number | null;
  /** the entry's details are deleted with this person's account (RULES.md 10.4) */
  personId?: string | null;
  isTold?: boolean;
}

export const maxReason = 500;

/** What the log keeps of an untrusted reason. */
export const reasonIn = (text: string): string | null =>
  truncate(cleanText(text), maxReason) || null;

/** Writes the log entry in the transaction of the change; throws outside one (RULES.md 10.4). @returns the entry's id */
export async function recordDecision(tx: Db, decision: Decision, now: Date): Promise<number> {
  if (!tx.isTransaction)
    throw new Error("A decision must be recorded in the transaction of its change");
  const { actor, action, subject, before, after, reason } = decision;
  const { perfumeId, personId, isTold } = decision;
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
      statement_due: isTold ? 1 : 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Somebody else decided or changed it first. */
export class Stale extends Refused {
  readonly did: LogEntry | null;
  /** as it is now; null when there is nothing left to decide */
  readonly version: number | null;

  constructor(did: LogEntry | null, version: number | null = null) {
    super("stale");
    this.did = did;
    this.version = version;
  }
}

/** `actorId` is null for commands and deleted accounts. */
export type LogEntry = Omit<Row, "before" | "after"> & Record<"before" | "after", Json | null>;

type Json = Record<string, unknown>;

export async function findEntry(db: Db, id: number): Promise<LogEntry | undefined> {
  const row = await entries(db).where("audit_log.id", "=", id).executeTakeFirst();
  return row && readEntry(row);
}

export async function lastDecision(db: Db, subject: Subject): Promise<LogEntry | null> {
  const row = await newest(db).where("subject", "=", subject).limit(1).executeTakeFirst();
  return row ? readEntry(row) : null;
}

/** Those of the entries that no later decision on the same subject followed, in order. */
export async function lastDecisions(db: Db, ids: readonly number[]): Promise<LogEntry[]> {
  if (ids.length === 0) return [];
  const last = entries(db)
    .where("audit_log.id", "in", ids)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("audit_log as later")
            .select("later.id")
            .whereRef("later.subject", "=", "audit_log.subject")
            .whereRef("later.id", ">", "audit_log.id"),
        ),
      ),
    )
    .orderBy("audit_log.id");
  return (await last.execute()).map(readEntry);
}

export async function hasChangedRole(db: Db, userId: string, entryId: number): Promise<boolean> {
  const later = await db
    .selectFrom("audit_log")
    .select("id")
    .where("person_id", "=", userId)
    .where("action", "in", ["grant", "revoke"])
    .where("id", ">", entryId)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

const newest = (db: Db) => entries(db).orderBy("audit_log.id", "desc");

export async function decisionsAbout(db: Db, userId: string, limit: number): Promise<LogEntry[]> {
  const rows = newest(db).where("person_id", "=", userId).limit(limit);
  return (await rows.execute()).map(readEntry);
}

export async function decisionsOn(
  db: Db,
  perfumeIds: readonly number[],
  limit: number,
  skip = 0,
): Promise<LogEntry[]> {
  const rows = newest(db).where("perfume_id", "in", perfumeIds).limit(limit).offset(skip);
  return (await rows.execute()).map(readEntry);
}

export async function markUndone(tx: Db, id: number, by: number): Promise<void> {
  await tx.updateTable("audit_log").set({ undone_by: by }).where("id", "=", id).execute();
}

export function entries(db: Db) {
  return db
    .selectFrom("audit_log")
    .leftJoin("usuarios as actor", "actor.id", "actor_id")
    .leftJoin("usuarios as person", "person.id", "person_id")
    .select(["audit_log.id", "at", "via", "actor_id as actorId", "action", "subject", "reason"])
    .select(["actor.nombre_usuario as actorName", "person.nombre_usuario as personName"])
    .select(["person_id as personId", "perfume_id as perfumeId", "undone_by as undoneBy"])
    .select(["before", "after"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>["executeTakeFirstOrThrow"]>>;

export const readEntry = (row: Row): LogEntry => ({
  ...row,
  before: parse(row.before),
  after: parse(row.after),
});

const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Json));
