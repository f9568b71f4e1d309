import { type Selectable, type SqlBool, sql } from "kysely";
import { nameKey } from "#app/domain/catalog/bottles.ts";
import { findDupeByName, findPerfumeByName, twinKey } from "#app/domain/catalog/known-names.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Schema } from "#db/schema.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { perfumeExists } from "#app/domain/catalog/redirects.ts";
import { addPage } from "./suggested-pages.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import { addVoice, type Suggested, suggestionTables, undecided } from "./suggestion-authors.ts";

interface Suggestion {
  nombre: string;
  marca: string;
  by: Speaker;
  /** of the page */
  language: string;
}

/** Counts distinct voices (RULES.md 6.1). @throws Refused "known-perfume" when the catalogue has it, in any spelling */
export async function suggestPerfume(db: Db, suggestion: Suggestion, now: Date): Promise<void> {
  const { marca, nombre } = suggestion;
  await inTransaction(db, async (tx) => {
    const perfume = await findPerfumeByName(tx, marca, nombre);
    if (perfume) throw new Refused("known-perfume", { perfume });
    const names = { marca_perfume: marca, nombre_perfume: nombre };
    await keep(tx, "perfume", suggestion, names, now);
  });
}

/** @throws Refused "no-such-perfume", "known-dupe" */
export async function suggestDupe(
  db: Db,
  suggestion: Suggestion & { perfumeId: number; fuente?: string | null },
  now: Date,
): Promise<void> {
  const { perfumeId, marca, nombre, fuente: page = null } = suggestion;
  await inTransaction(db, async (tx) => {
    if (!(await perfumeExists(tx, perfumeId))) throw new Refused("no-such-perfume");
    const dupeId = await findDupeByName(tx, perfumeId, marca, nombre);
    if (dupeId !== null) throw new Refused("known-dupe", { dupeId });
    const names = { perfume_id: perfumeId, marca_dupe: marca, nombre_dupe: nombre };
    await keep(tx, "dupe", suggestion, names, now, page);
  });
}

interface Dupe {
  perfume_id: number;
  marca_dupe: string;
  nombre_dupe: string;
}

async function keep(
  tx: Db,
  kind: Suggested,
  suggestion: Suggestion,
  names: Dupe | { marca_perfume: string; nombre_perfume: string },
  now: Date,
  page: string | null = null,
): Promise<void> {
  const by = await speakerNow(tx, suggestion.by);
  const clave = nameKey(suggestion);
  const twin_key = twinKey(suggestion);
  const isExact = sql<SqlBool>`(clave = ${clave})`;
  const kept = await tx
    .selectFrom(suggestionTables[kind])
    .select(["id", "state", "decided_at"])
    .$if("perfume_id" in names, (of) =>
      of.where(sql.ref("perfume_id"), "=", (names as Dupe).perfume_id),
    )
    .where("twin_key", "=", twin_key)
    // Another spelling of a refused name is refused, too (RULES.md 6.1).
    .where((row) => row.or([row("state", "=", "refused"), isExact]))
    .orderBy(isExact, "desc")
    .executeTakeFirst();
  const about = { clave, twin_key, user_id: by.userId, created_at: now.toISOString() };
  const add = () =>
    "perfume_id" in names
      ? tx
          .insertInto("sugerencias_dupes")
          .values({ ...about, ...names })
          .returning("id")
          .executeTakeFirstOrThrow()
      : tx
          .insertInto("sugerencias_perfumes")
          .values({ ...about, ...names })
          .returning("id")
          .executeTakeFirstOrThrow();
  const { id } = kept ?? (await add());
  const isSupported = page ? await addPage(tx, id, page, by, now) : false;
  const counts = await addVoice(tx, kind, id, by, suggestion.language, now);
  if (kept) await askAgain(tx, kind, kept, { counts, isSupported }, now);
}

// Skips a person who was deleted meanwhile.
async function speakerNow(tx: Db, by: Speaker): Promise<Speaker> {
  const isThere = by.userId !== null && (await mayWrite(tx, by.userId));
  return { ...by, userId: isThere ? by.userId : null };
}

// RULES.md 6.1.
export const refusedForMs = 180 * 24 * 60 * 60 * 1000;

// A suggestion that was accepted waits again if the catalogue lost the bottle. An operator who has not seen a new page must look again.
async function askAgain(
  tx: Db,
  kind: Suggested,
  kept: Pick<Selectable<Schema["sugerencias_dupes"]>, "id" | "state" | "decided_at">,
  { counts, isSupported }: { counts: boolean; isSupported: boolean },
  now: Date,
): Promise<void> {
  const refusedSince = new Date(now.getTime() - refusedForMs).toISOString();
  const stays =
    kept.state === "waiting" || (kept.state === "refused" && kept.decided_at! > refusedSince);
  if (stays && !counts && !isSupported) return;
  await tx
    .updateTable(suggestionTables[kind])
    .set((row) => ({
      veces: row("veces", "+", counts ? 1 : 0),
      version: row("version", "+", stays && !isSupported ? 0 : 1),
      ...(!stays && undecided),
    }))
    .where("id", "=", kept.id)
    .execute();
}
