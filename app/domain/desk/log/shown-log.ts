import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { usernameKeys } from "#app/domain/accounts/usernames.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Db } from "#db/database.ts";
import { asSeenBy, type Role } from "../roles.ts";
import { canBeUndone } from "../undo/undo.ts";
import { entries, type LogEntry, type LogKind, readEntry } from "./audit.ts";

export const pageSize = 30;

/** By subject, e.g. "dupe:12". `perfumeId`: the bottle whose desk page shows it; null if none does. */
export type Names = ReadonlyMap<string, BottleName & { perfumeId: number | null }>;

export interface ShownEntry extends LogEntry {
  names: Names;
  undoes: number | null;
  canBeUndone: boolean;
}

export interface LogFilter {
  /** a username or id, untrusted */
  person: string | null;
  perfumeId: number | null;
  kind: LogKind | null;
  entry: number | null;
  before: number | null;
}

/** One page, newest first (RULES.md 10.27). `next`: cursor of the next page; null on the last. */
export async function logFor(db: Db, role: Role, asked: Partial<LogFilter>) {
  const { person = null, perfumeId = null, kind = null, entry = null, before = null } = asked;
  const personId = person === null ? null : await personCalled(db, person);
  if (person !== null && personId === null) return { entries: [], next: null, unknownPerson: true };
  let query = entries(db)
    .orderBy("audit_log.id", "desc")
    .limit(pageSize + 1);
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
  const found = (await query.execute()).map(readEntry);
  const shown = found.slice(0, pageSize);
  return {
    entries: await presentEntries(db, role, shown),
    next: found.length > pageSize ? shown.at(-1)!.id : null,
    unknownPerson: false,
  };
}

export async function presentEntries(
  db: Db,
  role: Role,
  found: readonly LogEntry[],
): Promise<ShownEntry[]> {
  const names = await namesIn(db, found);
  const ids = found.map(({ id }) => id);
  const undone = await db
    .selectFrom("audit_log")
    .select(["id", "undone_by"])
    .where("undone_by", "in", ids)
    .execute();
  const seen = (values: LogEntry["before"]): LogEntry["before"] =>
    JSON.parse(JSON.stringify(values), (_, value) =>
      typeof value === "string" ? asSeenBy(role, value) : value,
    );
  return found.map((entry) => ({
    ...entry,
    before: seen(entry.before),
    after: seen(entry.after),
    reason: entry.reason && asSeenBy(role, entry.reason),
    names,
    undoes: undone.find(({ undone_by }) => undone_by === entry.id)?.id ?? null,
    canBeUndone: canBeUndone(entry),
  }));
}

async function namesIn(db: Db, found: readonly LogEntry[]): Promise<Names> {
  const named = found.flatMap(({ subject, perfumeId, before, after }) => [
    subject,
    `perfume:${perfumeId}`,
    ...[before, after].flatMap((values) => [
      ...["bottle", "original", "into"].map((field) => `perfume:${values?.[field]}`),
      `dupe:${values?.dupe}`,
    ]),
  ]);
  const idsOf = (kind: string) =>
    named.flatMap((one) => {
      const [of, id] = one.split(":");
      return of === kind && Number.isSafeInteger(Number(id)) ? Number(id) : [];
    });
  const rows = {
    perfume: await db
      .selectFrom("perfumes")
      .select(["id", "marca", "nombre", "id as perfumeId"])
      .where("id", "in", idsOf("perfume"))
      .execute(),
    dupe: await db
      .selectFrom("dupes")
      .select(["id", "marca", "nombre", "perfume_id as perfumeId"])
      .where("id", "in", idsOf("dupe"))
      .execute(),
    "perfume-suggestion": await db
      .selectFrom("sugerencias_perfumes")
      .select(["id", "marca_perfume as marca", "nombre_perfume as nombre"])
      .select((row) => row.val(null).as("perfumeId"))
      .where("id", "in", idsOf("perfume-suggestion"))
      .execute(),
    "dupe-suggestion": await db
      .selectFrom("sugerencias_dupes")
      .select(["id", "marca_dupe as marca", "nombre_dupe as nombre"])
      .select((row) => row.val(null).as("perfumeId"))
      .where("id", "in", idsOf("dupe-suggestion"))
      .execute(),
  };
  return new Map(
    Object.entries(rows).flatMap(([kind, some]) =>
      some.map(({ id, ...name }) => [`${kind}:${id}`, name] as const),
    ),
  );
}

/** By username in any spelling (RULES.md 1.1), or by id. */
async function personCalled(db: Db, name: string): Promise<string | null> {
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
