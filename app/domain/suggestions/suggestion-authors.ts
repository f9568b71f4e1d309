import { type Expression, type ExpressionBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { duplicatesIn } from "#db/double-submit.ts";
import type { Schema } from "#db/schema.ts";
import type { Speaker, Voice } from "#app/domain/voices/speaker.ts";

export type Suggested = "perfume" | "dupe";

export const suggestionTables = {
  perfume: "sugerencias_perfumes",
  dupe: "sugerencias_dupes",
} as const;

/** What a suggestion is until somebody decides. */
export const undecided = {
  state: "waiting",
  bottle_id: null,
  decided_at: null,
  decided_by: null,
  reason: null,
} as const;

const authorColumns = {
  perfume: "perfume_suggestion_id",
  dupe: "dupe_suggestion_id",
} as const;

/**
 * Counts, unless the person, mailbox, own mail domain or network counted before (RULES.md 6.1). People are kept all the
 * same, because they are thanked. @returns whether it counts
 */
export async function addVoice(
  tx: Db,
  kind: Suggested,
  id: number,
  by: Speaker,
  language: string,
  now: Date,
): Promise<boolean> {
  const { userId, mailboxes, mailDomain, network } = by;
  const column = authorColumns[kind];
  const voices = tx.selectFrom("suggestion_authors").where(column, "=", id);
  const same = await voices
    .select("id")
    .where("counted", "=", 1)
    .where(sameVoice(by, now))
    .limit(1)
    .executeTakeFirst();
  if (same && userId === null) return false;
  const mailbox = mailboxes[0] ?? null;
  const voice = same
    ? { counted: 0 as const, mailbox, network }
    : { counted: 1 as const, mailbox, mail_domain: mailDomain, network };
  const own = voices.select("id").where("user_id", "=", userId);
  const asked = await own.executeTakeFirst();
  if (!asked)
    await tx
      .insertInto("suggestion_authors")
      .values({ [column]: id, user_id: userId, language, at: now.toISOString(), ...voice })
      .execute();
  else if (!same)
    await tx.updateTable("suggestion_authors").set(voice).where("id", "=", asked.id).execute();
  return !same;
}

/** Nothing tells local visitors apart: each of their forms counts, unless it was sent twice (RULES.md 12.8). */
function sameVoice({ userId, mailboxes, mailDomain, network }: Speaker, now: Date) {
  const { since, until } = duplicatesIn(now);
  return (row: ExpressionBuilder<Schema, "suggestion_authors">) => {
    const known = [
      ...(userId === null ? [] : [row("user_id", "=", userId)]),
      ...(mailboxes.length === 0 ? [] : [row("mailbox", "in", mailboxes)]),
      ...(mailDomain === null ? [] : [row("mail_domain", "=", mailDomain)]),
      ...(network === null ? [] : [row("network", "=", network)]),
    ];
    if (known.length > 0) return row.or(known);
    const unknown = (["user_id", "mailbox", "network"] as const).map((one) => row(one, "is", null));
    return row.and([...unknown, row("at", ">", since), row("at", "<=", until)]);
  };
}

const marksOf = ({ user_id, mailbox, mail_domain, network }: Voice) =>
  Object.entries({ user_id, mailbox, mail_domain, network }).flatMap(([mark, value]) =>
    value === null ? [] : [`${mark} ${value}`],
  );

/** @returns how many of the moved voices no longer count, because they counted for both */
export async function moveVoices(tx: Db, oldId: number, keptId: number): Promise<number> {
  const voices = await tx
    .selectFrom("suggestion_authors")
    .selectAll()
    .where("dupe_suggestion_id", "in", [oldId, keptId])
    .orderBy("id")
    .execute();
  const kept = voices.filter((one) => one.dupe_suggestion_id === keptId);
  const ids = new Map(kept.map(({ user_id, id }) => [user_id, id]));
  const counted = new Set(kept.filter((one) => one.counted).flatMap(marksOf));
  let doubled = 0;
  for (const one of voices.filter(({ dupe_suggestion_id }) => dupe_suggestion_id === oldId)) {
    const { mailbox, mail_domain, network } = one;
    const isDouble = marksOf(one).some((mark) => counted.has(mark));
    if (one.counted && isDouble) doubled++;
    const counts = one.counted && !isDouble;
    if (counts) for (const mark of marksOf(one)) counted.add(mark);
    const voice = counts
      ? { counted: 1 as const, mailbox, mail_domain, network }
      : { counted: 0 as const, mailbox, mail_domain: null, network };
    const own = one.user_id === null ? undefined : ids.get(one.user_id);
    const moved = own === undefined && (counts || one.user_id !== null);
    if (moved || (own !== undefined && counts))
      await tx
        .updateTable("suggestion_authors")
        .set({ dupe_suggestion_id: keptId, ...voice })
        .where("id", "=", own ?? one.id)
        .execute();
  }
  return doubled;
}

/** Suggestions that nobody but these people made, visitors included. */
export function suggestedOnlyBy(kind: Suggested, people: Expression<unknown>) {
  const column = sql.ref(authorColumns[kind]);
  return sql<{ id: number }>`(
    select one.id from suggestion_authors
    join ${sql.table(suggestionTables[kind])} as one on one.id = ${column}
    where suggestion_authors.user_id in ${people} and not exists (
      select 1 from suggestion_authors as other
      where other.${column} = one.id and other.user_id not in ${people})
    group by one.id, veces having sum(counted) >= veces)`;
}

const networksKept = 180 * 24 * 60 * 60 * 1000;

export async function deleteOldSuggestionNetworks(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("suggestion_authors")
    .set({ network: null })
    .where("network", "is not", null)
    .where("at", "<", new Date(now.getTime() - networksKept).toISOString())
    .execute();
}

export interface Asker {
  userId: string;
  username: string | null;
  at: string;
}

/** The first `limit` people of each suggestion, and their total. */
export async function authorsOf(
  db: Db,
  kind: Suggested,
  ids: readonly number[],
  limit: number,
): Promise<Map<number, { people: number; first: Asker[] }>> {
  const column = authorColumns[kind];
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom("suggestion_authors")
        .select([`${column} as suggestion`, "user_id", "at"])
        .select((row) => [
          row.fn
            .agg<number>("row_number")
            .over((over) => over.partitionBy(column).orderBy("id"))
            .as("place"),
          row.fn
            .countAll<number>()
            .over((over) => over.partitionBy(column))
            .as("people"),
        ])
        .where(column, "in", ids)
        .where("user_id", "is not", null)
        .as("author"),
    )
    .innerJoin("usuarios", "usuarios.id", "author.user_id")
    .select(["suggestion", "usuarios.id as user_id", "nombre_usuario", "at", "people"])
    .where("place", "<=", limit)
    .orderBy("suggestion")
    .orderBy("place")
    .execute();
  const bySuggestion = Map.groupBy(rows, (row) => row.suggestion!);
  return new Map(
    [...bySuggestion].map(([id, found]) => [
      id,
      {
        people: Number(found[0]!.people),
        first: found.map(({ user_id, nombre_usuario, at }) => ({
          userId: user_id,
          username: nombre_usuario,
          at,
        })),
      },
    ]),
  );
}
