import type { ExpressionBuilder } from "kysely";
import { currentDupe } from "./redirects.ts";
import type { Db } from "#db/database.ts";
import type { Concentration, Schema } from "#db/schema.ts";
import { bestOf, byEvidence, dupeOrder } from "./dupe-order.ts";
import { notSuspended } from "#app/domain/accounts/suspensions.ts";
import { similarity } from "./similarity.ts";

/** The single definition of publicly visible and counted reviews (RULES.md 5.5, 9.13). */
export const isShown = (row: ExpressionBuilder<Schema, "dupe_reviews">) =>
  row.and([
    row("dupe_reviews.state", "=", "shown"),
    notSuspended<"dupe_reviews">("dupe_reviews.user_id")(row),
  ]);

/** Names and photo belong to the other bottle: the dupe on an original's page, the original on a dupe's page. */
export interface Relation {
  id: number;
  bottleId: number;
  marca: string;
  nombre: string;
  foto: string | null;
  concentracion: Concentration | null;
  notas: string | null;
  enlace: string | null;
  /** per cent, by whom it says (RULES.md 1.6) */
  estimacion: number | null;
  estimacion_url: string | null;
  porcentaje: number;
  likes: number;
  dislikes: number;
  few_voices: 0 | 1;
  sources_for: number;
  sources_against: number;
  catalogues: number;
  reviews: number;
}

const relation = [
  "dupes.id",
  "bottle.id as bottleId",
  "bottle.marca",
  "bottle.nombre",
  "bottle.foto",
  "bottle.concentracion",
  "bottle.notas",
  "enlace",
  "estimacion",
  "estimacion_url",
  "porcentaje",
  "likes",
  "dislikes",
  "few_voices",
  "sources_for",
  "sources_against",
  "catalogues",
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

/** In the order of RULES.md 1.7. */
export function listDupes(db: Db, perfumeId: number): Promise<Relation[]> {
  return relations(db, "dupe_perfume_id", "perfume_id", perfumeId);
}

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

/** The best dupe, or without dupes the most alike original (RULES.md 11.7). */
export function nearestOf(dupes: Relation[], originals: Relation[]) {
  const best = bestOf(dupes.length > 0 ? dupes : originals);
  return best ? { nombre: best.nombre, similarity: best.porcentaje } : null;
}

/** Bottles on whose pages a bottle appears, itself included. */
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

/** Bottles on whose pages a dupe appears (RULES.md 1.2). Accepts ids from before a merge (RULES.md 1.9). */
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

/** Bottles on whose pages any of the dupes appears. */
export async function bottlesOfDupes(db: Db, dupeIds: readonly number[]) {
  if (dupeIds.length === 0) return [];
  const of = (side: Side) => db.selectFrom("dupes").select(side).where("id", "in", dupeIds);
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where((row) =>
      row.or([row("id", "in", of("perfume_id")), row("id", "in", of("dupe_perfume_id"))]),
    )
    .execute();
}

/** Relations as they were before anybody voted, in the order they had then (RULES.md 1.7). */
export const withoutVotes = (relations: Relation[]): Relation[] =>
  relations
    .map((one) => ({
      ...one,
      likes: 0,
      dislikes: 0,
      porcentaje: similarity(0, 0, one.estimacion),
    }))
    .toSorted(byEvidence);
