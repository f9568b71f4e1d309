import type { Db } from "#db/database.ts";
import type { Hit, SearchIndex } from "./engine.ts";
import { fold } from "./text/fold.ts";

export interface NamedPair {
  originalId: number;
  lookAlikeId: number;
}

const between = new Set(
  "vs versus v contra contre gegen oder or ou o und and et y e frente a comparado com con mit with avec".split(
    " ",
  ),
);
/** The first of them that cannot be part of a name. */
const comparing = new Set(["vs", "versus", "contra", "contre", "gegen", "oder"]);

/** Each gap between two words costs two searches. */
const maxWords = 8;
const maxMeant = 5;

/** The relation of the two bottles that a query names: "khamrah angels share", "aventus vs club de nuit"; null for any other. */
export async function namedPair(
  db: Db,
  index: SearchIndex,
  query: string,
  hits: readonly Hit[],
): Promise<NamedPair | null> {
  const words = query.split(/\s+/u).filter(Boolean);
  if (words.length < 2 || words.length > maxWords) return null;
  const folded = words.map((word) => fold(word).replace(/\W/gu, ""));
  const isCompared = folded.some((word) => comparing.has(word));
  // A bottle has all of the words.
  if (!isCompared && hits.some(({ isNear }) => !isNear)) return null;
  const halves = words.slice(1).flatMap((_, at) => {
    const [left, right] = [at + 1, folded.findIndex((word, n) => n > at && !between.has(word))];
    const isSplit = !isCompared || between.has(folded[at + 1]!);
    return right < 0 || !isSplit ? [] : [[words.slice(0, left), words.slice(right)] as const];
  });
  const meant = (half: string) =>
    index.find(half, maxMeant).flatMap(({ id, isNear }) => (isNear ? [] : id));
  const found = halves.map(([one, other]) => ({
    ones: meant(`${one.join(" ")} `),
    others: meant(other.join(" ")),
  }));
  const ids = [...new Set(found.flatMap(({ ones, others }) => [...ones, ...others]))];
  if (ids.length < 2) return null;
  const dupes = await db
    .selectFrom("dupes")
    .select(["perfume_id as originalId", "dupe_perfume_id as lookAlikeId"])
    .where("perfume_id", "in", ids)
    .where("dupe_perfume_id", "in", ids)
    .orderBy("id")
    .execute();
  const rankIn = ({ ones, others }: (typeof found)[number], one: number, other: number) => {
    const [a, b] = [ones.indexOf(one), others.indexOf(other)];
    return a < 0 || b < 0 ? Infinity : a + b;
  };
  const [best] = dupes
    .map((dupe) => {
      const { originalId, lookAlikeId } = dupe;
      const ranks = found.flatMap((half) => [
        rankIn(half, originalId, lookAlikeId),
        rankIn(half, lookAlikeId, originalId),
      ]);
      return { dupe, rank: Math.min(...ranks) };
    })
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank);
  return best?.dupe ?? null;
}
