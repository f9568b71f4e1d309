import { type Kysely, sql } from "kysely";
import { createTrigger, wordsOf } from "../db/dialect.ts";

type Words = ReturnType<typeof wordsOf>;

/**
 * Notes a perfume by its id and names, if changes are noted at all. Who is telling of it just now has told what is out of
 * date; a time that was set, because the other side wants to rest, stays.
 */
const noting =
  ({ now, choose, own }: Words) =>
  (columns: string, from: string) =>
    `
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select ${columns}, ${now} ${from} exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = ${choose(`${own("changed_perfumes", "parked_at")} is null`, own("changed_perfumes", "attempts"), "0")},
    next_attempt_at = coalesce(${own("changed_perfumes", "next_attempt_at")}, excluded.next_attempt_at),
    parked_at = null;`;
const changed = (columns: string[], { isNot }: Words) =>
  `(${columns.map((name) => `old.${name}`).join()}) ${isNot} (${columns.map((name) => `new.${name}`).join()})`;

// Frozen: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("index_now")
    .addColumn("id", "integer", (c) =>
      c
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("noted", "integer", (c) => c.notNull().check(sql`noted in (0, 1)`))
    .execute();
  await db.insertInto("index_now").values({ id: 1, noted: 0 }).execute();

  await db.schema
    .createTable("changed_perfumes")
    .addColumn("perfume_id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("marca", "text", (c) => c.notNull())
    .addColumn("nombre", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("lease", "text")
    .addColumn("last_error", "text")
    .addColumn("parked_at", "text")
    .addCheckConstraint(
      "changed_perfumes_one_state",
      sql`(next_attempt_at is null) <> (parked_at is null)`,
    )
    .execute();
  await db.schema
    .createIndex("changed_perfumes_due")
    .on("changed_perfumes")
    .column("next_attempt_at")
    .execute();

  // By triggers, in the transaction of the change: perfumes are removed and corrected by hand, too. What people do (votes,
  // views) and popularity are left out: figures change all day, and search engines take it for spam.
  const words = wordsOf(db);
  const note = noting(words);
  const noteOf = (id: string) => note("id, marca, nombre", `from perfumes where id = ${id} and`);
  const perfume = ["marca", "nombre", "foto"];
  const dupe = ["perfume_id", "marca", "nombre", "foto", "enlace", "estimacion"];
  const gone = note("old.id, old.marca, old.nombre", "where");
  for (const trigger of [
    `changed_by_coming after insert on perfumes begin ${noteOf("new.id")} end`,
    `changed_by_itself after update of ${perfume.join()} on perfumes when ${changed(perfume, words)} begin ${noteOf("new.id")} end`,
    `changed_by_going after delete on perfumes begin ${gone} end`,
    `changed_by_new_dupe after insert on dupes begin ${noteOf("new.perfume_id")} end`,
    `changed_by_dupe after update of ${dupe.join()} on dupes when ${changed(dupe, words)}
      begin ${noteOf("old.perfume_id")} ${noteOf("new.perfume_id")} end`,
    `changed_by_lost_dupe after delete on dupes begin ${noteOf("old.perfume_id")} end`,
  ])
    await createTrigger(db, trigger);
}
