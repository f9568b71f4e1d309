import type { Db } from "#db/database.ts";

/** A suggested bottle or dupe. */
export type Suggested = "perfume" | "dupe";

const authorColumns = {
  perfume: "perfume_suggestion_id",
  dupe: "dupe_suggestion_id",
} as const;

export interface Author {
  user_id: string | null;
  language: string;
  at: string;
}

/** @param userId null for a visitor @returns undefined if they did not suggest it, or this is unknown */
export async function firstAsked(
  tx: Db,
  kind: Suggested,
  kept: { id: number; user_id: string | null; created_at: string },
  userId: string | null,
): Promise<string | undefined> {
  if (userId === null) return kept.user_id === null ? kept.created_at : undefined;
  const author = await tx
    .selectFrom("suggestion_authors")
    .select("at")
    .where(authorColumns[kind], "=", kept.id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return author?.at;
}

/** Once per person. Visitors are only counted. */
export async function addAuthor(tx: Db, kind: Suggested, id: number, by: Author): Promise<void> {
  const { user_id, language, at } = by;
  if (user_id === null) return;
  await tx
    .insertInto("suggestion_authors")
    .values({ [authorColumns[kind]]: id, user_id, language, at })
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Once per person, if their address is confirmed (RULES.md 10.6). */
export async function thankAuthors(
  tx: Db,
  { perfume, dupe }: Record<Suggested, readonly number[]>,
): Promise<void> {
  await tx
    .updateTable("suggestion_authors")
    .set({ thanks_due: 1 })
    .where("id", "in", (of) =>
      of
        .selectFrom("suggestion_authors as author")
        .innerJoin("accounts", "accounts.user_id", "author.user_id")
        .select((row) => row.fn.min("author.id").as("id"))
        .where("confirmed_at", "is not", null)
        .where((row) =>
          row.or([
            ...(perfume.length > 0 ? [row("perfume_suggestion_id", "in", perfume)] : []),
            ...(dupe.length > 0 ? [row("dupe_suggestion_id", "in", dupe)] : []),
          ]),
        )
        .groupBy("author.user_id"),
    )
    .execute();
}

export interface Asker {
  userId: string;
  username: string | null;
  /** ISO 8601 */
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
        .as("author"),
    )
    .innerJoin("usuarios", "usuarios.id", "author.user_id")
    .select(["suggestion", "user_id", "nombre_usuario", "at", "people"])
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
