import type { Db } from "../connect.ts";
import { canonical } from "../text.ts";
import { entries, type LogEntry, readEntry } from "./audit.ts";

/** What a filter of the log may name: the beginnings of subjects. */
export const logKinds = [
  "perfume-suggestion",
  "dupe-suggestion",
  "price",
  "review",
  "perfume",
  "dupe",
  "person",
  "message",
  "email",
] as const;
export type LogKind = (typeof logKinds)[number];

export interface LogFilter {
  /** who decided, or whom it concerns: an id */
  personId?: string | null;
  /** the bottle that it concerns */
  perfumeId?: number | null;
  kind?: LogKind | null;
}

/** Entries of the log with the names of their bottles; of a bottle that is gone the name is null. */
export type NamedEntry = LogEntry & { perfume: { marca: string; nombre: string } | null };

/**
 * A part of the log, newest first.
 * @param before only entries older than this one @param limit how many at most
 */
export async function listLog(
  db: Db,
  { personId = null, perfumeId = null, kind = null }: LogFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<NamedEntry[]> {
  let query = entries(db)
    .leftJoin("perfumes", "perfumes.id", "perfume_id")
    .select(["marca", "nombre"])
    .orderBy("audit_log.id", "desc")
    .limit(limit);
  if (before !== null) query = query.where("audit_log.id", "<", before);
  if (perfumeId !== null) query = query.where("perfume_id", "=", perfumeId);
  if (personId !== null)
    query = query.where((row) =>
      row.or([row("actor_id", "=", personId), row("person_id", "=", personId)]),
    );
  // "emails" and "person" stand alone, too; ";" follows ":" in ASCII.
  if (kind !== null)
    query = query.where((row) =>
      row.or([
        row("subject", "in", [kind, `${kind}s`]),
        row.and([row("subject", ">=", `${kind}:`), row("subject", "<", `${kind};`)]),
      ]),
    );
  const rows = await query.execute();
  return rows.map((row) => {
    const { marca, nombre } = row;
    return {
      ...readEntry(row),
      perfume: marca === null || nombre === null ? null : { marca, nombre },
    };
  });
}

/** @param name a username in any spelling (RULES.md 5.1), or an id @returns the person's id, or null */
export async function personCalled(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("usuarios")
    .select("id")
    .where((row) =>
      row.or([row("id", "=", name), row("nombre_usuario_clave", "=", canonical(name))]),
    )
    .executeTakeFirst();
  return row?.id ?? null;
}
