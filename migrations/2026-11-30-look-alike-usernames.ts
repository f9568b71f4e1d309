import { type Kysely, sql } from "kysely";

/** Look-alike usernames get one key (RULES.md 9.8); of several that exist, the oldest gets it and the others keep theirs. */
export async function up(db: Kysely<any>): Promise<void> {
  const folded = sql`replace(replace(replace(nombre_usuario_clave, 'i', 'l'), '1', 'l'), '0', 'o')`;
  await sql`update usuarios set nombre_usuario_clave = ${folded}
    where nombre_usuario_clave <> ${folded} and id in (
      select id from (
        select id, row_number() over (
          partition by ${folded}
          order by case when nombre_usuario_clave = ${folded} then 0 else 1 end, created_at, id
        ) as place
        from usuarios where nombre_usuario_clave is not null
      ) as ranked
      where place = 1)`.execute(db);
}
