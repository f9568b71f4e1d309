import { sql } from "kysely";

/** Has a vote or an estimate (RULES.md 1.6). `dupes` is the table's alias in the query. */
export function hasEvidence(dupes = "dupes") {
  const column = (name: string) => sql.ref(`${dupes}.${name}`);
  return sql<number>`(${column("likes")} + ${column("dislikes")} > 0 or ${column("estimacion")} is not null)`;
}

/** Sort order of dupes (RULES.md 1.7). `bottle` is the alias of the linked bottle. */
export function dupeOrder(bottle: string, dupes = "dupes") {
  const column = (name: string) => sql.ref(`${dupes}.${name}`);
  return sql`${hasEvidence(dupes)} desc, ${column("porcentaje")} desc,
    ${column("likes")} + ${column("dislikes")} desc, ${sql.ref(`${bottle}.nombre_clave`)}, ${column("id")}`;
}
