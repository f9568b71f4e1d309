import { type RawBuilder, sql } from "kysely";
import { canonical } from "#app/i18n/text.ts";

/** Fewer votes are no figure: a first vote would move a dupe past well-voted ones (RULES.md 1.6). */
export const enoughVotes = 3;

interface Voted {
  likes: number;
  dislikes: number;
  /** 1: fewer than three distinct voices (RULES.md 5.7) */
  few_voices?: 0 | 1;
}

export const votesOn = ({ likes, dislikes }: Voted) => likes + dislikes;

interface Sourced {
  sources_for: number;
  sources_against: number;
}

interface Named extends Voted, Sourced {
  estimacion: number | null;
  catalogues: number;
}

interface Judged extends Voted, Sourced {
  /** per cent */
  porcentaje: number;
}

export const hasEnoughVotes = ({ likes, dislikes, few_voices }: Voted) =>
  likes + dislikes >= enoughVotes && !few_voices;

/** null below three people's votes (RULES.md 1.6) */
export const knownSimilarity = (dupe: Voted & { porcentaje: number }): number | null =>
  hasEnoughVotes(dupe) ? dupe.porcentaje : null;

/** per cent */
export const mostSayYes = 60;

/** The one that most people find alike, and more than any other; else none is called best (RULES.md 1.6). @param dupes as `byEvidence` sorts them */
export function bestOf<Dupe extends Voted & { porcentaje: number }>(
  dupes: readonly Dupe[],
): Dupe | undefined {
  const [first, second] = dupes.slice(0, 2).map(knownSimilarity);
  return first != null && first >= mostSayYes && first > (second ?? -1) ? dupes[0] : undefined;
}

/** More sources say that it smells alike than that it does not (RULES.md 1.7). */
export const isSupported = (dupe: Sourced) => dupe.sources_for > dupe.sources_against;

/** Fewer votes do not show what most people find (RULES.md 1.7). */
const enoughToReject = 5;
/** per cent */
const half = 50;

/** Most people find that it does not smell alike (RULES.md 1.7). */
export const isRejected = (dupe: Voted & { porcentaje: number }) =>
  hasEnoughVotes(dupe) && votesOn(dupe) >= enoughToReject && dupe.porcentaje < half;

/** No more sources are for it than against, and too few people have voted to settle that (RULES.md 1.7). */
export const isDisputed = (dupe: Voted & Sourced) =>
  !hasEnoughVotes(dupe) && dupe.sources_against > 0 && !isSupported(dupe);

/** Nowhere named as alike (RULES.md 1.7). */
export const isDoubted = (dupe: Judged) => isRejected(dupe) || isDisputed(dupe);

/** Shops list it, and too few people or nobody else says anything of it (RULES.md 1.7). */
export const isNamedByShops = (dupe: Named) =>
  dupe.catalogues > 0 &&
  !hasEnoughVotes(dupe) &&
  dupe.estimacion === null &&
  dupe.sources_for + dupe.sources_against === 0;

/** What counts as a dupe in headings and texts; `perfumeCards` counts the same. */
export const withoutDoubted = <Dupe extends Judged>(dupes: Dupe[]): Dupe[] =>
  dupes.filter((dupe) => !isDoubted(dupe));

export const isConfirmed = (dupe: Weighed) => !isDoubted(dupe) && !isNamedByShops(dupe);

type Weighed = Judged & Named;

function groupOf(dupe: Weighed): number {
  if (isRejected(dupe)) return 0;
  if (hasEnoughVotes(dupe)) return 5;
  if (isDisputed(dupe)) return 2;
  if (isNamedByShops(dupe)) return 3;
  return dupe.estimacion !== null || isSupported(dupe) ? 4 : 1;
}

/** Nothing that counts is known of it (RULES.md 1.7). */
export const isUnknown = (dupe: Weighed) => groupOf(dupe) === 1;

/** The higher number first, one after the other. */
function rankOf(dupe: Weighed): number[] {
  const { porcentaje, estimacion, sources_for, sources_against } = dupe;
  return hasEnoughVotes(dupe)
    ? [groupOf(dupe), porcentaje, votesOn(dupe)]
    : [groupOf(dupe), sources_for - sources_against, estimacion ?? -1];
}

/** As `dupeOrder`, in memory. */
export function byEvidence<Dupe extends Weighed & { nombre: string; id: number }>(
  a: Dupe,
  b: Dupe,
): number {
  const [ranks, others] = [rankOf(a), rankOf(b)];
  const at = ranks.findIndex((rank, i) => rank !== others[i]);
  if (at >= 0) return others[at]! - ranks[at]!;
  const [name, other] = [canonical(a.nombre), canonical(b.nombre)];
  return name === other ? a.id - b.id : name < other ? -1 : 1;
}

/** The conditions above in SQL. `dupes` is the table's alias in the query. */
function inSql(dupes: string) {
  const column = (name: string) => sql.ref(`${dupes}.${name}`);
  const votes = sql`(${column("likes")} + ${column("dislikes")})`;
  const support = sql`(${column("sources_for")} - ${column("sources_against")})`;
  const isVoted = sql`(${votes} >= ${sql.lit(enoughVotes)} and ${column("few_voices")} = 0)`;
  const isEstimated = sql`${column("estimacion")} is not null`;
  const isRejected = sql`(${isVoted} and ${votes} >= ${sql.lit(enoughToReject)} and ${column("porcentaje")} < ${sql.lit(half)})`;
  const isDisputed = sql`(not ${isVoted} and ${column("sources_against")} > 0 and ${support} <= 0)`;
  return { column, votes, support, isVoted, isEstimated, isRejected, isDisputed };
}

/** `isDoubted` in SQL. */
export function doubted(dupes = "dupes") {
  const { isRejected, isDisputed } = inSql(dupes);
  return sql<boolean>`(${isRejected} or ${isDisputed})`;
}

/** `rankOf` in SQL. */
export function ranks(dupes = "dupes"): RawBuilder<number>[] {
  const { column, votes, support, isVoted, isEstimated, isRejected, isDisputed } = inSql(dupes);
  const unless = (voted: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql<number>`case when ${isVoted} then ${voted} else ${otherwise} end`;
  return [
    sql<number>`case when ${isRejected} then 0 when ${isVoted} then 5 when ${isDisputed} then 2
      when ${isEstimated} or ${support} > 0 then 4
      when ${column("catalogues")} > 0 then 3 else 1 end`,
    unless(column("porcentaje"), support),
    unless(votes, sql`coalesce(${column("estimacion")}, -1)`),
  ];
}

/** Sort order of dupes (RULES.md 1.7). `bottle` is the alias of the linked bottle. */
export function dupeOrder(bottle: string, dupes = "dupes") {
  const names = [sql.ref(`${bottle}.nombre_clave`), sql.ref(`${dupes}.id`)];
  return sql.join([...ranks(dupes).map((rank) => sql`${rank} desc`), ...names]);
}
