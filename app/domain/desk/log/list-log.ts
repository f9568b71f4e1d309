import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import { entries, type LogEntry, readEntry } from "./audit.ts";
import { usernameKeys } from "#app/domain/accounts/usernames.ts";

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

export interface LogFilter {
  personId?: string | null;
  perfumeId?: number | null;
  kind?: LogKind | null;
  entry?: number | null;
}

/** Newest first, only entries older than `before`. */
export async function listLog(
  db: Db,
  { personId = null, perfumeId = null, kind = null, entry = null }: LogFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<LogEntry[]> {
  let query = entries(db).orderBy("audit_log.id", "desc").limit(limit);
  if (entry !== null) query = query.where("audit_log.id", "=", entry);
  if (before !== null) query = query.where("audit_log.id", "<", before);
  if (perfumeId !== null) query = query.where("perfume_id", "=", perfumeId);
  if (personId !== null)
    query = query.where((row) =>
      row.or([row("actor_id", "=", personId), row("person_id", "=", personId)]),
    );
  // "emails" and "person" also occur without an id; ";" follows ":" in ASCII.
  if (kind !== null)
    query = query.where((row) =>
      row.or([
        row("subject", "in", [kind, `${kind}s`]),
        row.and([row("subject", ">=", `${kind}:`), row("subject", "<", `${kind};`)]),
      ]),
    );
  const rows = await query.execute();
  return rows.map(readEntry);
}

export interface Ids {
  perfumes: Iterable<number>;
  dupes: Iterable<number>;
  perfumeSuggestions: Iterable<number>;
  dupeSuggestions: Iterable<number>;
}

/** `perfumeId`: the bottle whose desk page shows the subject; null if none does. */
export interface NamedThing extends BottleName {
  perfumeId: number | null;
}

export async function namesOf(db: Db, ids: Ids) {
  const perfumes = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "id as perfumeId"])
    .where("id", "in", [...ids.perfumes])
    .execute();
  const dupes = await db
    .selectFrom("dupes")
    .select(["id", "marca", "nombre", "perfume_id as perfumeId"])
    .where("id", "in", [...ids.dupes])
    .execute();
  const perfumeSuggestions = await db
    .selectFrom("sugerencias_perfumes")
    .select(["id", "marca_perfume as marca", "nombre_perfume as nombre"])
    .where("id", "in", [...ids.perfumeSuggestions])
    .execute();
  const dupeSuggestions = await db
    .selectFrom("sugerencias_dupes")
    .select(["id", "marca_dupe as marca", "nombre_dupe as nombre"])
    .where("id", "in", [...ids.dupeSuggestions])
    .execute();
  const byId = (rows: (BottleName & { id: number; perfumeId?: number })[]) =>
    new Map(
      rows.map(({ id, marca, nombre, perfumeId = null }): [number, NamedThing] => [
        id,
        { marca, nombre, perfumeId },
      ]),
    );
  return {
    perfumes: byId(perfumes),
    dupes: byId(dupes),
    perfumeSuggestions: byId(perfumeSuggestions),
    dupeSuggestions: byId(dupeSuggestions),
  };
}

export async function undoneBy(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("audit_log")
    .select(["id", "undone_by"])
    .where("undone_by", "in", ids)
    .execute();
  return new Map(rows.map(({ id, undone_by }) => [undone_by!, id]));
}

/** By username in any spelling (RULES.md 1.1), or by id. */
export async function personCalled(db: Db, name: string): Promise<string | null> {
  const people = await db
    .selectFrom("usuarios")
    .select(["id", "nombre_usuario"])
    .where((row) =>
      row.or([row("id", "=", name), row("nombre_usuario_clave", "in", usernameKeys(name))]),
    )
    .execute();
  const exact = people.find((one) => canonical(one.nombre_usuario ?? "") === canonical(name));
  return (exact ?? people[0])?.id ?? null;
}
