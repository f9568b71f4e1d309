import { sql } from "kysely";
import type { Db } from "#db/database.ts";

/** Reserved prefix of every invented username (RULES.md 9.8). */
export const samplePrefix = "demo_";

/** The ids of the invented community (RULES.md 1.14). */
export const samplePeople = (db: Db) =>
  db
    .selectFrom("usuarios")
    .select("id")
    .where("nombre_usuario_clave", ">=", samplePrefix)
    .where("nombre_usuario_clave", "<", `${samplePrefix}\uffff`)
    // The key of "dem0_ana" begins alike.
    .where(sql`substr(nombre_usuario, 1, 5)`, "=", samplePrefix);
