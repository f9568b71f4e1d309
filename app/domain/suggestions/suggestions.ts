import type { Selectable } from "kysely";
import { nameKey } from "#app/domain/catalog/bottles.ts";
import { findDupeByName, findPerfumeByName, twinKey } from "#app/domain/catalog/known-names.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { perfumeExists } from "#app/domain/catalog/exists.ts";
import { duplicatesIn } from "#db/double-submit.ts";

interface Suggestion {
  nombre: string;
  marca: string;
  userId: string | null;
  /** of the page on which it is suggested */
  language: string;
}

type PerfumeSuggested =
  | { outcome: "stored" }
  | { outcome: "known"; perfume: { id: number; marca: string; nombre: string } };

type DupeSuggested =
  | { outcome: "stored" }
  | { outcome: "known"; dupeId: number }
  | { outcome: "no-such-perfume" };

/**
 * Stores a suggestion of a perfume, for the operators (RULES.md 6.5). One that exists is counted (`veces`), unless it is
 * the same form sent twice; each person who suggests it is kept.
 * @returns "known" with the perfume when the catalogue has it, in any spelling
 */
export async function suggestPerfume(
  db: Db,
  suggestion: Suggestion,
  now: Date,
): Promise<PerfumeSuggested> {
  const { marca, nombre } = suggestion;
  return inTransaction(db, async (tx) => {
    const perfume = await findPerfumeByName(tx, marca, nombre);
    if (perfume) return { outcome: "known", perfume };
    const by = await authorOf(tx, suggestion, now);
    const kept = await tx
      .selectFrom("sugerencias_perfumes")
      .selectAll()
      .where("clave", "=", nameKey(suggestion))
      .executeTakeFirst();
    if (kept) await askAgain(tx, "sugerencias_perfumes", kept, by, now);
    else {
      const { id } = await tx
        .insertInto("sugerencias_perfumes")
        .values({ ...columnsOf(suggestion, by), marca_perfume: marca, nombre_perfume: nombre })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addAuthor(tx, "sugerencias_perfumes", id, by);
    }
    return { outcome: "stored" };
  });
}

/** As `suggestPerfume`, for a dupe. @returns "known" with its id when the perfume has it, in any spelling */
export async function suggestDupe(
  db: Db,
  suggestion: Suggestion & { perfumeId: number },
  now: Date,
): Promise<DupeSuggested> {
  const { perfumeId, marca, nombre } = suggestion;
  return inTransaction(db, async (tx) => {
    if (!(await perfumeExists(tx, perfumeId))) return { outcome: "no-such-perfume" };
    const dupeId = await findDupeByName(tx, perfumeId, marca, nombre);
    if (dupeId !== null) return { outcome: "known", dupeId };
    const by = await authorOf(tx, suggestion, now);
    const kept = await tx
      .selectFrom("sugerencias_dupes")
      .selectAll()
      .where("perfume_id", "=", perfumeId)
      .where("clave", "=", nameKey(suggestion))
      .executeTakeFirst();
    if (kept) await askAgain(tx, "sugerencias_dupes", kept, by, now);
    else {
      const { id } = await tx
        .insertInto("sugerencias_dupes")
        .values({
          ...columnsOf(suggestion, by),
          perfume_id: perfumeId,
          marca_dupe: marca,
          nombre_dupe: nombre,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addAuthor(tx, "sugerencias_dupes", id, by);
    }
    return { outcome: "stored" };
  });
}

type Table = "sugerencias_perfumes" | "sugerencias_dupes";

interface Author {
  user_id: string | null;
  language: string;
  at: string;
}

/** A user who was deleted meanwhile is left out. */
async function authorOf(db: Db, { userId, language }: Suggestion, now: Date): Promise<Author> {
  const user_id = userId !== null && (await mayWrite(db, userId)) ? userId : null;
  return { user_id, language, at: now.toISOString() };
}

const columnsOf = (suggestion: Suggestion, { user_id, at }: Author) => ({
  clave: nameKey(suggestion),
  twin_key: twinKey(suggestion),
  user_id,
  created_at: at,
});

/** ms after which what operators refused may be asked of them again (RULES.md 6.5) */
const refusedFor = 180 * 24 * 60 * 60 * 1000;

/** Counts a suggestion that is there, unless it is the same form sent twice. What the catalogue lacks again waits again. */
async function askAgain(
  tx: Db,
  table: Table,
  kept: Selectable<Schema["sugerencias_perfumes"] | Schema["sugerencias_dupes"]>,
  by: Author,
  now: Date,
): Promise<void> {
  const { since, until } = duplicatesIn(now);
  const before = await firstAsked(tx, table, kept, by.user_id);
  if (before !== undefined && before > since && before <= until) return;
  const refusedSince = new Date(now.getTime() - refusedFor).toISOString();
  const stays =
    kept.state === "waiting" || (kept.state === "refused" && kept.decided_at! > refusedSince);
  await tx
    .updateTable(table)
    .set((row) => ({
      veces: row("veces", "+", 1),
      ...(!stays && {
        state: "waiting" as const,
        version: row("version", "+", 1),
        bottle_id: null,
        decided_at: null,
        decided_by: null,
        reason: null,
      }),
    }))
    .where("id", "=", kept.id)
    .execute();
  await addAuthor(tx, table, kept.id, by);
}

/** @returns when this person, or a visitor, asked first; undefined when they did not, or it is not known */
async function firstAsked(
  tx: Db,
  table: Table,
  kept: { id: number; user_id: string | null; created_at: string },
  userId: string | null,
): Promise<string | undefined> {
  if (userId === null) return kept.user_id === null ? kept.created_at : undefined;
  const author = await tx
    .selectFrom("suggestion_authors")
    .select("at")
    .where(authorColumn[table], "=", kept.id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return author?.at;
}

const authorColumn = {
  sugerencias_perfumes: "perfume_suggestion_id",
  sugerencias_dupes: "dupe_suggestion_id",
} as const;

/** Keeps who suggested it, once each. A visitor is counted only. */
async function addAuthor(tx: Db, table: Table, id: number, by: Author): Promise<void> {
  const { user_id, language, at } = by;
  if (user_id === null) return;
  await tx
    .insertInto("suggestion_authors")
    .values({ [authorColumn[table]]: id, user_id, language, at })
    .onConflict((known) => known.doNothing())
    .execute();
}
