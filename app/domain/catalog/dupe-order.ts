import { sql } from "kysely";

/** Whether there is a vote or an estimate of a dupe (RULES.md 5.3). @param dupes what the query calls the table */
export function hasEvidence(dupes = "dupes") {
  const column = (name: string) => sql.ref(`${dupes}.${name}`);
  return sql<number>`(${column("likes")} + ${column("dislikes")} > 0 or ${column("estimacion")} is not null)`;
}

/**
 * The order of dupes (RULES.md 5.4), for `orderBy`.
 * @param bottle what the query calls the bottle that a dupe leads to @param dupes what it calls the table of dupes
 */
export function dupeOrder(bottle: string, dupes = "dupes") {
  const column = (name: string) => sql.ref(`${dupes}.${name}`);
  return sql`${hasEvidence(dupes)} desc, ${column("porcentaje")} desc,
    ${column("likes")} + ${column("dislikes")} desc, ${sql.ref(`${bottle}.nombre_clave`)}, ${column("id")}`;
}
