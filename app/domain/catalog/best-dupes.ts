import type { Db } from "#db/database.ts";
import { bestOf, doubted, dupeOrder, knownSimilarity } from "./dupe-order.ts";
import { type SourceCounts, sourceCounts } from "./sources.ts";

export interface Resemblance {
  id: number;
  marca: string;
  nombre: string;
  /** whole per cent; null below three votes (RULES.md 1.6) */
  porcentaje: number | null;
  /** absent without any */
  sources?: SourceCounts;
}

/** originals listed for a look-alike (RULES.md 2.1) */
const maxOriginals = 3;

/** By bottle, in the order of RULES.md 1.7, without doubted ones. */
export async function originalsOfBottles(
  db: Db,
  bottleIds: number[],
): Promise<Map<number, Resemblance[]>> {
  const rows = await ranked(db, "dupe_perfume_id", "perfume_id", bottleIds, maxOriginals);
  const originals = Map.groupBy(rows, (row) => row.bottle);
  return new Map([...originals].map(([bottle, found]) => [bottle, found.map(resemblance)]));
}

/** By original; leaves out originals none of whose dupes is the best (RULES.md 1.6). */
export async function bestDupes(db: Db, originalIds: number[]): Promise<Map<number, Resemblance>> {
  const rows = await ranked(db, "perfume_id", "dupe_perfume_id", originalIds, 2);
  const best = [...Map.groupBy(rows, (row) => row.bottle).values()].flatMap(
    (dupes) => bestOf(dupes) ?? [],
  );
  return new Map(best.map((row) => [row.bottle, resemblance(row)]));
}

type Ranked = Awaited<ReturnType<typeof ranked>>[number];

const resemblance = (row: Ranked): Resemblance => ({
  id: row.id,
  marca: row.marca,
  nombre: row.nombre,
  porcentaje: knownSimilarity(row),
  ...(row.sources_for + row.sources_against + row.catalogues > 0 && { sources: sourceCounts(row) }),
});

async function ranked(
  db: Db,
  of: "perfume_id" | "dupe_perfume_id",
  to: "perfume_id" | "dupe_perfume_id",
  ids: number[],
  limit: number,
) {
  if (ids.length === 0) return [];
  return db
    .selectFrom((relations) =>
      relations
        .selectFrom("dupes")
        .innerJoin("perfumes as other", "other.id", `dupes.${to}`)
        .select([`dupes.${of} as bottle`, "other.id", "other.marca", "other.nombre"])
        .select(["dupes.porcentaje", "likes", "dislikes", "few_voices"])
        .select(["sources_for", "sources_against", "catalogues"])
        .select((row) =>
          row.fn
            .agg<number>("row_number")
            .over((over) => over.partitionBy(`dupes.${of}`).orderBy(dupeOrder("other")))
            .as("place"),
        )
        .where(`dupes.${of}`, "in", ids)
        .where(({ not }) => not(doubted()))
        .as("relation"),
    )
    .selectAll()
    .where("place", "<=", limit)
    .orderBy("bottle")
    .orderBy("place")
    .execute();
}
