import type { ExpressionBuilder } from "kysely";
import { currentDupe } from "./redirects.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { isShown } from "./shown-reviews.ts";
import { dupeOrder } from "./dupe-order.ts";

/** How a dupe and an original are alike, and the other bottle: on an original's page its dupe, on a dupe's page its original. */
export interface Relation {
  /** the dupe's */
  id: number;
  bottleId: number;
  marca: string;
  nombre: string;
  foto: string | null;
  enlace: string | null;
  /** per cent (RULES.md 5.2, 5.3) */
  estimacion: number | null;
  porcentaje: number;
  likes: number;
  dislikes: number;
  reviews: number;
}

const relation = [
  "dupes.id",
  "bottle.id as bottleId",
  "bottle.marca",
  "bottle.nombre",
  "bottle.foto",
  "enlace",
  "estimacion",
  "porcentaje",
  "likes",
  "dislikes",
] as const;

const reviews = (dupe: ExpressionBuilder<Schema, "dupes">) =>
  dupe
    .selectFrom("dupe_reviews")
    .select((row) => row.fn.countAll<number>().as("n"))
    .whereRef("dupe_id", "=", "dupes.id")
    .where(isShown)
    .$asScalar()
    .$notNull()
    .as("reviews");

/** @returns a perfume's dupes in the order of RULES.md 5.4, each with the number of its reviews */
export function listDupes(db: Db, perfumeId: number): Promise<Relation[]> {
  return relations(db, "dupe_perfume_id", "perfume_id", perfumeId);
}

/** @returns what a bottle is a dupe of, in the order of RULES.md 5.4 */
export function listOriginals(db: Db, bottleId: number): Promise<Relation[]> {
  return relations(db, "perfume_id", "dupe_perfume_id", bottleId);
}

type Side = "perfume_id" | "dupe_perfume_id";

async function relations(db: Db, other: Side, own: Side, id: number): Promise<Relation[]> {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", other)
    .select(relation)
    .select(reviews)
    .where(own, "=", id)
    .orderBy(dupeOrder("bottle"))
    .execute();
}

/** @returns the similarity in per cent, or null when nothing is known of it: no votes and no estimate (RULES.md 5.3) */
export function knownSimilarity(one: Relation): number | null {
  return one.likes + one.dislikes > 0 || one.estimacion !== null ? one.porcentaje : null;
}

/** @returns the best dupe, of a bottle without dupes the original that it is most like; null where its similarity is not known (RULES.md 2.4) */
export function nearestOf(dupes: Relation[], originals: Relation[]) {
  const [first] = dupes.length > 0 ? dupes : originals;
  const similarity = first ? knownSimilarity(first) : null;
  return first && similarity !== null ? { nombre: first.nombre, similarity } : null;
}

/** @returns a bottle, its dupes and what it is a dupe of: those on whose pages it stands */
export async function bottlesAround(db: Db, bottleId: number) {
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where((row) =>
      row.or([
        row("id", "=", bottleId),
        row(
          "id",
          "in",
          row.selectFrom("dupes").select("dupe_perfume_id").where("perfume_id", "=", bottleId),
        ),
        row(
          "id",
          "in",
          row.selectFrom("dupes").select("perfume_id").where("dupe_perfume_id", "=", bottleId),
        ),
      ]),
    )
    .execute();
}

/** @returns the two bottles of a dupe, the original and the look-alike, on whose pages it stands (RULES.md 5.10), also of a dupe that became another one (5.12); none when there is no such dupe */
export async function bottlesOf(db: Db, dupeId: number) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes", (on) =>
      on.on((row) =>
        row.or([
          row("perfumes.id", "=", row.ref("dupes.perfume_id")),
          row("perfumes.id", "=", row.ref("dupes.dupe_perfume_id")),
        ]),
      ),
    )
    .select(["perfumes.id", "perfumes.marca", "perfumes.nombre"])
    .where("dupes.id", "=", currentDupe(dupeId))
    .execute();
}
