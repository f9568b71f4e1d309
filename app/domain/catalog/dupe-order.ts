import { sql } from "kysely";

/** Fewer votes are no figure without an estimate, because a first vote would move a dupe past well-voted ones (RULES.md 1.6). */
export const enoughVotes = 3;

interface Voted {
  likes: number;
  dislikes: number;
}

export const hasEnoughVotes = ({ likes, dislikes }: Voted) => likes + dislikes >= enoughVotes;

/** Has a figure: enough votes, or an estimate (RULES.md 1.6). */
export const isKnown = (dupe: Voted & { estimacion: number | null }) =>
  hasEnoughVotes(dupe) || dupe.estimacion !== null;

/** Fewer votes do not show what most people find (RULES.md 1.7). */
const enoughToReject = 5;
/** per cent */
const half = 50;

/** Most people find that it does not smell alike (RULES.md 1.7). */
export const isRejected = ({ likes, dislikes, porcentaje }: Voted & { porcentaje: number }) =>
  likes + dislikes >= enoughToReject && porcentaje < half;

const columnsOf = (table: string) => (name: string) => sql.ref(`${table}.${name}`);

/** `isKnown` in SQL. `dupes` is the table's alias in the query. */
export function hasEvidence(dupes = "dupes") {
  const column = columnsOf(dupes);
  return sql<number>`(${column("likes")} + ${column("dislikes")} >= ${sql.lit(enoughVotes)} or ${column("estimacion")} is not null)`;
}

/** `isRejected` in SQL. */
export function rejected(dupes = "dupes") {
  const column = columnsOf(dupes);
  return sql<boolean>`(${column("likes")} + ${column("dislikes")} >= ${sql.lit(enoughToReject)} and ${column("porcentaje")} < ${sql.lit(half)})`;
}

/** Sort order of dupes (RULES.md 1.7). `bottle` is the alias of the linked bottle. */
export function dupeOrder(bottle: string, dupes = "dupes") {
  const column = columnsOf(dupes);
  const votes = sql`${column("likes")} + ${column("dislikes")}`;
  return sql`case when ${rejected(dupes)} then -1 when ${hasEvidence(dupes)} then 2 when ${votes} > 0 then 1 else 0 end desc,
    case when ${hasEvidence(dupes)} then ${column("porcentaje")} else ${column("likes")} - ${column("dislikes")} end desc,
    ${votes} desc, ${sql.ref(`${bottle}.nombre_clave`)}, ${column("id")}`;
}
