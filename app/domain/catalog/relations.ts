import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from "kysely";
import { currentDupe } from "./redirects.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
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
export type Relation = Awaited<ReturnType<typeof relations>>[number];

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
export const listDupes = (db: Db, perfumeId: number) =>
  relations(db, "dupe_perfume_id", "perfume_id", perfumeId);

export const listOriginals = (db: Db, bottleId: number) =>
  relations(db, "perfume_id", "dupe_perfume_id", bottleId);

type Side = "perfume_id" | "dupe_perfume_id";

function relations(db: Db, other: Side, own: Side, id: number) {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", other)
    .select(relation)
    .select(reviews)
    .where(own, "=", id)
    .orderBy(dupeOrder("bottle"))
    .execute();
}

/** Of a query in which both bottles of a dupe are joined as `original` and `dupe`. */
export const pairColumns = [
  "original.id as originalId",
  "original.marca as originalMarca",
  "original.nombre as originalNombre",
  "dupe.id as bottleId",
  "dupe.marca as dupeMarca",
  "dupe.nombre as dupeNombre",
] as const;

interface NamedPair {
  originalId: number;
  originalMarca: string;
  originalNombre: string;
  bottleId: number;
  dupeMarca: string;
  dupeNombre: string;
}

export function pairIn<Row extends NamedPair>(row: Row) {
  const { originalId, originalMarca, originalNombre, bottleId, dupeMarca, dupeNombre, ...rest } =
    row;
  return {
    ...rest,
    original: { id: originalId, marca: originalMarca, nombre: originalNombre },
    dupe: { id: bottleId, marca: dupeMarca, nombre: dupeNombre },
  };
}

/** The best dupe, or without dupes the most alike original (RULES.md 11.7). */
export function nearestOf(dupes: Relation[], originals: Relation[]) {
  const best = bestOf(dupes.length > 0 ? dupes : originals);
  return best ? { nombre: best.nombre, similarity: best.porcentaje } : null;
}

/** Both bottles of some dupes, and perhaps another one. */
function bottlesIn(db: Db, which: Expression<SqlBool>, bottleId = 0) {
  const of = (side: Side) => db.selectFrom("dupes").select(side).where(which);
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where((row) =>
      row.or([
        row("id", "=", bottleId),
        row("id", "in", of("perfume_id")),
        row("id", "in", of("dupe_perfume_id")),
      ]),
    )
    .execute();
}

const dupes = expressionBuilder<Schema, "dupes">();

/** Bottles on whose pages a bottle appears, itself included. */
export const bottlesAround = (db: Db, id: number) =>
  bottlesIn(db, dupes.or([dupes("perfume_id", "=", id), dupes("dupe_perfume_id", "=", id)]), id);

/** Bottles on whose pages a dupe appears (RULES.md 1.2). Accepts ids from before a merge (RULES.md 1.9). */
export const bottlesOf = (db: Db, dupeId: number) =>
  bottlesIn(db, dupes("dupes.id", "=", currentDupe(dupeId)));

export const bottlesOfDupes = (db: Db, ids: readonly number[]) =>
  bottlesIn(db, dupes("dupes.id", "in", ids));

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
