import type { Selectable } from "kysely";
import { nameKey } from "#app/domain/catalog/bottles.ts";
import { findDupeByName, findPerfumeByName, twinKey } from "#app/domain/catalog/known-names.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { perfumeExists } from "#app/domain/catalog/exists.ts";
import { duplicatesIn } from "#db/double-submit.ts";
import { addAuthor, type Author, firstAsked, type Suggested } from "./suggestion-authors.ts";
import { suggestionTables } from "./waiting-suggestions.ts";

interface Suggestion {
  nombre: string;
  marca: string;
  userId: string | null;
  language: string;
}

type PerfumeSuggested =
  | { outcome: "stored" }
  | { outcome: "known"; perfume: { id: number; marca: string; nombre: string } };

type DupeSuggested =
  | { outcome: "stored" }
  | { outcome: "known"; dupeId: number }
  | { outcome: "no-such-perfume" };

/** Counts a repeated suggestion, unless the form was sent twice (RULES.md 6.1). "known": the catalogue has it, in any spelling. */
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
    if (kept) await askAgain(tx, "perfume", kept, by, now);
    else {
      const { id } = await tx
        .insertInto("sugerencias_perfumes")
        .values({ ...columnsOf(suggestion, by), marca_perfume: marca, nombre_perfume: nombre })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addAuthor(tx, "perfume", id, by);
    }
    return { outcome: "stored" };
  });
}

export async function suggestDupe(
  db: Db,
  suggestion: Suggestion & { perfumeId: number; fuente?: string | null },
  now: Date,
): Promise<DupeSuggested> {
  const { perfumeId, marca, nombre, fuente = null } = suggestion;
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
    if (kept) {
      if (fuente !== null && kept.fuente === null) await addFuente(tx, kept.id, fuente);
      await askAgain(tx, "dupe", kept, by, now);
    } else {
      const { id } = await tx
        .insertInto("sugerencias_dupes")
        .values({
          ...columnsOf(suggestion, by),
          perfume_id: perfumeId,
          fuente,
          marca_dupe: marca,
          nombre_dupe: nombre,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addAuthor(tx, "dupe", id, by);
    }
    return { outcome: "stored" };
  });
}

// Skips a person who was deleted meanwhile.
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

/** The first one stays. An operator who has not seen it must look again before it becomes a source. */
export async function addFuente(tx: Db, id: number, fuente: string): Promise<void> {
  await tx
    .updateTable("sugerencias_dupes")
    .set((row) => ({ fuente, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

// RULES.md 6.1.
export const refusedForMs = 180 * 24 * 60 * 60 * 1000;

// A suggestion that was accepted waits again if the catalogue lost the bottle.
async function askAgain(
  tx: Db,
  kind: Suggested,
  kept: Selectable<Schema["sugerencias_perfumes"] | Schema["sugerencias_dupes"]>,
  by: Author,
  now: Date,
): Promise<void> {
  const { since, until } = duplicatesIn(now);
  const before = await firstAsked(tx, kind, kept, by.user_id);
  if (before !== undefined && before > since && before <= until) return;
  const refusedSince = new Date(now.getTime() - refusedForMs).toISOString();
  const stays =
    kept.state === "waiting" || (kept.state === "refused" && kept.decided_at! > refusedSince);
  await tx
    .updateTable(suggestionTables[kind])
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
  await addAuthor(tx, kind, kept.id, by);
}
