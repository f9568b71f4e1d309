import type { Kysely } from "kysely";
import { createTrigger, wordsOf } from "../../db/triggers.ts";
import { dataTriggers } from "./data-triggers.ts";
import { changed, type Words } from "./trigger-words.ts";

const bottle = ["marca", "nombre", "foto"];
const facts = ["concentracion", "anio", "genero", "familia", "notas"];

/** Triggers run in the transaction of the change, and also cover rows edited by hand. */
export async function addTriggers(db: Kysely<any>): Promise<void> {
  const words = wordsOf(db);
  for (const trigger of [
    ...bottleTriggers(words),
    ...sourceTriggers(),
    ...indexNowTriggers(words),
    ...dataTriggers(words),
    // Details about a person are deleted with the person.
    `audit_log_without_person before delete on usuarios begin
      update audit_log set
        "before" = null,
        "after" = null,
        reason = null,
        subject = case when subject = 'person:' || old.id then 'person' else subject end
      where person_id = old.id;
    end`,
  ])
    await createTrigger(db, trigger);
}

function bottleTriggers(words: Words): string[] {
  const versioned = ["marca", "nombre", "popularidad", "foto", ...facts];
  const names = "(select marca, nombre, foto from perfumes where id = new.dupe_perfume_id)";
  return [
    `perfumes_removed after delete on perfumes
      begin ${words.insertOrIgnore("removed_perfumes (id) values (old.id)")}; end`,
    // A dupe copies its bottle's name, brand and photo.
    `dupes_named_by_coming after insert on dupes
      begin update dupes set (marca, nombre, foto) = ${names} where id = new.id; end`,
    `dupes_named_by_moving after update of dupe_perfume_id on dupes
      begin update dupes set (marca, nombre, foto) = ${names} where id = new.id; end`,
    `dupes_named_by_bottle after update of ${bottle.join()} on perfumes when ${changed(bottle, words)}
      begin update dupes set marca = new.marca, nombre = new.nombre, foto = new.foto
        where dupe_perfume_id = new.id; end`,
    `aliases_by_brand after update of marca_clave on perfumes when old.marca_clave <> new.marca_clave
      begin update perfume_aliases set marca_clave = new.marca_clave where perfume_id = new.id; end`,
    `perfumes_versioned after update of ${versioned.join()} on perfumes when ${changed(versioned, words)}
      begin update perfumes set revision = revision + 1 where id = new.id; end`,
  ];
}

/** A dupe has the numbers of those who say that it smells like its original, and that it does not; catalogues stand apart. */
function sourceTriggers(): string[] {
  const recount = (row: "old" | "new") => {
    const count = (which: string) =>
      `(select count(*) from dupe_sources where dupe_id = ${row}.dupe_id and ${which})`;
    const counted = (stance: string) => count(`stance = '${stance}' and kind <> 'catalogue'`);
    return `update dupes set sources_for = ${counted("for")}, sources_against = ${counted("against")},
      catalogues = ${count("kind = 'catalogue'")} where id = ${row}.dupe_id;`;
  };
  return [
    `sources_counted_coming after insert on dupe_sources begin ${recount("new")} end`,
    `sources_counted_going after delete on dupe_sources begin ${recount("old")} end`,
    `sources_counted_changing after update of dupe_id, stance, kind on dupe_sources
      begin ${recount("old")} ${recount("new")} end`,
  ];
}

/** Without votes, views and popularity: they change all day, and search engines would treat the notices as spam. */
function indexNowTriggers(words: Words): string[] {
  const note = noting(words);
  // A dupe's columns that both bottles' pages show.
  const shown = [
    "perfume_id",
    "dupe_perfume_id",
    "enlace",
    "estimacion",
    "estimacion_url",
    "sources_for",
    "sources_against",
  ];
  const gone = note("old.id, old.marca, old.nombre", "where");
  return [
    `changed_by_coming after insert on perfumes begin ${noteOf("new.id", words)} end`,
    noteBottle([...bottle, ...facts], words),
    `changed_by_going after delete on perfumes begin ${gone} end`,
    `changed_by_new_dupe after insert on dupes begin ${noteBoth("new", words)} end`,
    `changed_by_dupe after update of ${shown.join()} on dupes when ${changed(shown, words)}
      begin ${noteBoth("old", words)} ${noteBoth("new", words)} end`,
    `changed_by_catalogues after update of catalogues on dupes when ${changed(["catalogues"], words)}
      begin ${noteBoth("new", words)} end`,
    `changed_by_lost_dupe after delete on dupes begin ${noteBoth("old", words)} end`,
  ];
}

const noteBoth = (row: string, words: Words) =>
  `${noteOf(`${row}.perfume_id`, words)} ${noteOf(`${row}.dupe_perfume_id`, words)}`;

const noteOf = (id: string, words: Words) =>
  noting(words)("id, marca, nombre", `from perfumes where id = ${id} and`);

/** Also notes its originals, whose pages show it. */
function noteBottle(columns: string[], words: Words): string {
  const itsOriginals = noting(words)(
    "id, marca, nombre",
    "from perfumes where id in (select perfume_id from dupes where dupe_perfume_id = new.id) and",
  );
  return `changed_by_itself after update of ${columns.join()} on perfumes when ${changed(columns, words)}
      begin ${noteOf("new.id", words)} ${itsOriginals} end`;
}

/**
 * Records a perfume's id and names, if changes are recorded at all. Ends a lease, because its holder is sending outdated
 * data; keeps the time of the next attempt.
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
    attempts = ${choose(`${own("changed_perfumes", "dead_at")} is null`, own("changed_perfumes", "attempts"), "0")},
    next_attempt_at = coalesce(${own("changed_perfumes", "next_attempt_at")}, excluded.next_attempt_at),
    dead_at = null;`;
