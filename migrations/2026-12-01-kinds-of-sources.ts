import type { Kysely } from "kysely";
import { createTrigger, dropTrigger, wordsOf } from "../db/triggers.ts";
import { checked, initially, optional } from "./baseline/baseline-columns.ts";
import { noteBoth } from "./baseline/baseline-triggers.ts";
import { note } from "./baseline/data-triggers.ts";
import { changed } from "./baseline/trigger-words.ts";

const kinds = "'review', 'article', 'discussion', 'maker', 'catalogue'";
const shown = ["dupe_id", "url", "title", "author", "stance", "kind", "said_on"];

const codeHost =
  /^https:\/\/(?:[^/]+\.)?(?:github(?:usercontent)?\.com|github\.io|gitlab\.(?:com|io)|bitbucket\.(?:org|io)|codeberg\.(?:org|page)|huggingface\.co|hf\.(?:co|space)|kaggle\.com|jsdelivr\.net)[/:?]/iu;

interface Source {
  url: string;
  kind: string;
}

const kindOf = ({ url, kind }: Source) => {
  if (codeHost.test(url)) return "catalogue";
  return kind === "list" ? "article" : kind;
};

/**
 * Sources say who speaks, and catalogues (data files on a code host are) stand apart from the kinds that count. A data file
 * against a dupe goes: that it leaves one out says nothing.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const sources = await db.selectFrom("dupe_sources").selectAll().orderBy("id").execute();
  await db.deleteFrom("dupe_sources").execute();
  for (const file of ["data_sources", "sources_counted"])
    for (const event of ["coming", "changing", "going"])
      await dropTrigger(db, `${file}_${event}`, "dupe_sources");
  await addColumns(db);
  await addTriggers(db);
  for (const source of sources) {
    const kind = kindOf(source as Source);
    if (kind === "catalogue" && source.stance === "against") continue;
    await db
      .insertInto("dupe_sources")
      .values({ ...source, kind })
      .execute();
  }
  await changeUndoData(db);
}

async function addColumns(db: Kysely<any>): Promise<void> {
  const sources = db.schema.alterTable("dupe_sources");
  await sources.dropColumn("kind").execute();
  const isKind = `kind in (${kinds}) and (kind <> 'catalogue' or stance = 'for')`;
  await sources.addColumn("kind", "text", checked(isKind)).execute();
  const isName = "length(author) between 1 and 100";
  await sources.addColumn("author", "text", optional(isName)).execute();
  await db.schema
    .alterTable("dupes")
    .addColumn("catalogues", "integer", initially(0, "catalogues >= 0"))
    .execute();
}

async function addTriggers(db: Kysely<any>): Promise<void> {
  const words = wordsOf(db);
  const recount = (row: "old" | "new") => {
    const count = (which: string) =>
      `(select count(*) from dupe_sources where dupe_id = ${row}.dupe_id and ${which})`;
    const counted = (stance: string) => count(`stance = '${stance}' and kind <> 'catalogue'`);
    return `update dupes set sources_for = ${counted("for")}, sources_against = ${counted("against")},
      catalogues = ${count("kind = 'catalogue'")} where id = ${row}.dupe_id;`;
  };
  const noteOf = (row: "old" | "new") => note(words, "sources", `${row}.id`);
  for (const trigger of [
    `sources_counted_coming after insert on dupe_sources begin ${recount("new")} end`,
    `sources_counted_going after delete on dupe_sources begin ${recount("old")} end`,
    `sources_counted_changing after update of dupe_id, stance, kind on dupe_sources
      begin ${recount("old")} ${recount("new")} end`,
    `data_sources_coming after insert on dupe_sources begin ${noteOf("new")} end`,
    `data_sources_going after delete on dupe_sources begin ${noteOf("old")} end`,
    `data_sources_changing after update of ${shown.join()} on dupe_sources
      when ${changed(shown, words)} begin ${noteOf("new")} end`,
    `changed_by_catalogues after update of catalogues on dupes when ${changed(["catalogues"], words)}
      begin ${noteBoth("new", words)} end`,
  ])
    await createTrigger(db, trigger);
}

async function changeUndoData(db: Kysely<any>): Promise<void> {
  const rows = await db
    .selectFrom("changed_rows")
    .select(["id", "before", "after"])
    .where("place", "=", "dupe_sources")
    .execute();
  const anew = (json: string | null) => {
    const row = json === null ? null : (JSON.parse(json) as Partial<Source>);
    if (!row?.kind || !row.url) return json;
    return JSON.stringify({ ...row, kind: kindOf(row as Source) });
  };
  for (const { id, before, after } of rows)
    await db
      .updateTable("changed_rows")
      .set({ before: anew(before), after: anew(after) })
      .where("id", "=", id)
      .execute();
}
