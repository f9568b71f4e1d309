import { nameKey } from "#db/catalogue/bottles.ts";
import { type Db, inTransaction } from "#db/connect.ts";
import { findDupeByName, findPerfumeByName } from "./known-names.ts";
import { perfumeExists, userExists } from "./exists.ts";
import { duplicatesIn } from "./dedupe.ts";

interface Suggestion {
  nombre: string;
  marca: string;
  userId: string | null;
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
 * the same form sent twice.
 * @returns "known" with the perfume when the catalogue has it, in any spelling
 */
export async function suggestPerfume(
  db: Db,
  { marca, nombre, userId }: Suggestion,
  now: Date,
): Promise<PerfumeSuggested> {
  const { since, until } = duplicatesIn(now);
  return inTransaction(db, async (tx) => {
    const perfume = await findPerfumeByName(tx, marca, nombre);
    if (perfume) return { outcome: "known", perfume };
    const columns = await sharedColumns(tx, { marca, nombre, userId }, now);
    await tx
      .insertInto("sugerencias_perfumes")
      .values({ ...columns, marca_perfume: marca, nombre_perfume: nombre })
      .onConflict((before) =>
        before
          .column("clave")
          .doUpdateSet((row) => ({ veces: row("sugerencias_perfumes.veces", "+", 1) }))
          .where((row) =>
            row.or([
              row("sugerencias_perfumes.created_at", "<=", since),
              row("sugerencias_perfumes.created_at", ">", until),
              row("sugerencias_perfumes.user_id", "is distinct from", columns.user_id),
            ]),
          ),
      )
      .execute();
    return { outcome: "stored" };
  });
}

/** As `suggestPerfume`, for a dupe. @returns "known" with its id when the perfume has it, in any spelling */
export async function suggestDupe(
  db: Db,
  { perfumeId, marca, nombre, userId }: Suggestion & { perfumeId: number },
  now: Date,
): Promise<DupeSuggested> {
  const { since, until } = duplicatesIn(now);
  return inTransaction(db, async (tx) => {
    if (!(await perfumeExists(tx, perfumeId))) return { outcome: "no-such-perfume" };
    const dupeId = await findDupeByName(tx, perfumeId, marca, nombre);
    if (dupeId !== null) return { outcome: "known", dupeId };
    const columns = await sharedColumns(tx, { marca, nombre, userId }, now);
    await tx
      .insertInto("sugerencias_dupes")
      .values({ ...columns, perfume_id: perfumeId, marca_dupe: marca, nombre_dupe: nombre })
      .onConflict((before) =>
        before
          .columns(["perfume_id", "clave"])
          .doUpdateSet((row) => ({ veces: row("sugerencias_dupes.veces", "+", 1) }))
          .where((row) =>
            row.or([
              row("sugerencias_dupes.created_at", "<=", since),
              row("sugerencias_dupes.created_at", ">", until),
              row("sugerencias_dupes.user_id", "is distinct from", columns.user_id),
            ]),
          ),
      )
      .execute();
    return { outcome: "stored" };
  });
}

/** The columns of both kinds of suggestion. A user who was deleted meanwhile is left out. */
async function sharedColumns(db: Db, { marca, nombre, userId }: Suggestion, now: Date) {
  return {
    clave: nameKey({ marca, nombre }),
    user_id: userId !== null && (await userExists(db, userId)) ? userId : null,
    created_at: now.toISOString(),
  };
}
