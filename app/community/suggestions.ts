import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";
import { inTransaction } from "./in-transaction.ts";
import { dupeNamed, perfumeNamed } from "./known-names.ts";
import { isPerson } from "./presence.ts";
import { duplicatesSince } from "./dedupe.ts";

export interface Suggestion {
  nombre: string;
  marca: string;
  /** null for an anonymous visitor */
  userId: string | null;
}

export type PerfumeSuggested =
  | { outcome: "noted" }
  | { outcome: "known"; perfume: { id: number; marca: string; nombre: string } };

export type DupeSuggested =
  | { outcome: "noted" }
  | { outcome: "known"; dupeId: number }
  | { outcome: "no-such-perfume" };

/**
 * Notes a perfume that the catalogue lacks, for the operators. One that was suggested before is counted (`veces`), unless
 * it is the same form sent twice.
 * @returns "known" with the perfume when the catalogue has it, in whatever spelling
 */
export async function suggestPerfume(
  db: Db,
  { marca, nombre, userId }: Suggestion,
  now: Date,
): Promise<PerfumeSuggested> {
  return inTransaction(db, async (tx) => {
    const perfume = await perfumeNamed(tx, marca, nombre);
    if (perfume) return { outcome: "known", perfume };
    const note = await noteOf(tx, { marca, nombre, userId }, now);
    await tx
      .insertInto("sugerencias_perfumes")
      .values({ ...note, marca_perfume: marca, nombre_perfume: nombre })
      .onConflict((before) =>
        before
          .column("clave")
          .doUpdateSet((row) => ({ veces: row("sugerencias_perfumes.veces", "+", 1) }))
          .where((row) =>
            row.or([
              row("sugerencias_perfumes.created_at", "<=", duplicatesSince(now)),
              row("sugerencias_perfumes.user_id", "is distinct from", note.user_id),
            ]),
          ),
      )
      .execute();
    return { outcome: "noted" };
  });
}

/**
 * Notes a dupe that a perfume lacks, for the operators; counted as perfumes are.
 * @returns "known" with the dupe when the perfume has it, in whatever spelling
 */
export async function suggestDupe(
  db: Db,
  { perfumeId, marca, nombre, userId }: Suggestion & { perfumeId: number },
  now: Date,
): Promise<DupeSuggested> {
  return inTransaction(db, async (tx) => {
    const perfume = await tx
      .selectFrom("perfumes")
      .select("id")
      .where("id", "=", perfumeId)
      .executeTakeFirst();
    if (!perfume) return { outcome: "no-such-perfume" };
    const dupeId = await dupeNamed(tx, perfumeId, marca, nombre);
    if (dupeId !== null) return { outcome: "known", dupeId };
    const note = await noteOf(tx, { marca, nombre, userId }, now);
    await tx
      .insertInto("sugerencias_dupes")
      .values({ ...note, perfume_id: perfumeId, marca_dupe: marca, nombre_dupe: nombre })
      .onConflict((before) =>
        before
          .columns(["perfume_id", "clave"])
          .doUpdateSet((row) => ({ veces: row("sugerencias_dupes.veces", "+", 1) }))
          .where((row) =>
            row.or([
              row("sugerencias_dupes.created_at", "<=", duplicatesSince(now)),
              row("sugerencias_dupes.user_id", "is distinct from", note.user_id),
            ]),
          ),
      )
      .execute();
    return { outcome: "noted" };
  });
}

/** What both kinds of suggestion store alike; of a person who is gone by now nothing but the suggestion. */
async function noteOf(db: Db, { marca, nombre, userId }: Suggestion, now: Date) {
  return {
    // The line end keeps apart where the brand ends: a canonical form has none.
    clave: `${canonical(marca)}\n${canonical(nombre)}`,
    user_id: userId !== null && (await isPerson(db, userId)) ? userId : null,
    created_at: now.toISOString(),
  };
}
