import type { Db } from "#db/database.ts";
import { doubted } from "./dupe-order.ts";
import { factColumns } from "./facts.ts";

/** `dupes` counts those that are not doubted (RULES.md 1.7). */
export type PerfumeCard = Awaited<ReturnType<typeof perfumeCards>>[number];

/** RULES.md 3.2 */
const maxMostSearched = 15;
const minOpened = 8;

export async function findPerfume(db: Db, id: number) {
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "foto", "marca_clave", "nombre_clave", "marca_slug"])
    .select(factColumns)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function storedFacts(db: Db, id: number) {
  return db.selectFrom("perfumes").select(factColumns).where("id", "=", id).executeTakeFirst();
}

export async function perfumeCards(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  const cards = await db
    .selectFrom("perfumes")
    .select((row) => [
      "id",
      "marca",
      "nombre",
      "foto",
      "concentracion",
      "anio",
      row
        .selectFrom("dupes")
        .whereRef("dupes.perfume_id", "=", "perfumes.id")
        .where(({ not }) => not(doubted()))
        .select((dupe) => dupe.fn.countAll<number>().as("n"))
        .as("dupes"),
    ])
    .where("id", "in", ids)
    .execute();
  const byId = new Map(cards.map((card) => [card.id, { ...card, dupes: Number(card.dupes) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The most opened in the calendar month (UTC), then the most popular (RULES.md 3.2). */
export async function mostSearched(
  db: Db,
  now: Date,
  limit = maxMostSearched,
): Promise<PerfumeCard[]> {
  const opened = await db
    .selectFrom("perfume_month_views")
    .select("perfume_id as id")
    .where("month", "=", monthOf(now))
    .orderBy("views", "desc")
    .orderBy("perfume_id")
    .limit(limit)
    .execute();
  const popular =
    opened.length < limit
      ? await db
          .selectFrom("perfumes")
          .select("id")
          .orderBy("popularidad", "desc")
          .orderBy("vistas", "desc")
          .orderBy("id")
          .limit(limit)
          .execute()
      : [];
  const ids = new Set([...opened, ...popular].map((row) => row.id));
  return perfumeCards(db, [...ids].slice(0, limit));
}

/** Whether most of the most searched were opened this month (RULES.md 3.2). */
export async function mostWereOpened(db: Db, now: Date): Promise<boolean> {
  const opened = await db
    .selectFrom("perfume_month_views")
    .select("perfume_id")
    .where("month", "=", monthOf(now))
    .limit(minOpened)
    .execute();
  return opened.length === minOpened;
}

export function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}
