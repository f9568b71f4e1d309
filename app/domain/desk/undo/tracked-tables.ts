import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#db/schema.ts";

export type Row = Record<string, unknown>;
export type Where = ExpressionBuilder<any, any>;

export interface RootTable {
  name: keyof Schema;
  key: string[];
  /** people's own rows: their later changes are kept */
  ofPeople?: boolean;
  /** columns that others also increment: an undo subtracts */
  counters?: string[];
  /** columns that are derived, or that no decision sets */
  derived?: string[];
  /** one row per person and bottle: restored only for people who still have the other bottle */
  listed?: boolean;
  /** a row stays when its bottle is removed, without the bottle's id */
  outlives?: boolean;
  /** rows are selected by bottles of a `whole` scope, by any bottles, or by dupes */
  of: "whole" | "perfumes" | "dupes";
  columns: string[];
}

const table = (
  name: keyof Schema,
  of: RootTable["of"],
  columns: string[],
  more: Partial<RootTable> = {},
): RootTable => ({ name, key: ["id"], of, columns, ...more });

const ofPeople = { ofPeople: true };
const onLists = { ...ofPeople, key: ["user_id", "perfume_id"], listed: true };

/** What a dupe has from its bottle, votes and sources. */
const derivedOfDupes =
  "marca nombre foto updated_at porcentaje likes dislikes few_voices sources_for sources_against catalogues";

/** Referenced tables first. */
export const rootTables: RootTable[] = [
  table("perfumes", "perfumes", ["id"], {
    counters: ["vistas"],
    derived: ["updated_at", "revision"],
  }),
  table("perfume_redirects", "whole", ["perfume_id"], { key: ["old_id"] }),
  table("perfume_aliases", "perfumes", ["perfume_id"], { key: ["marca_clave", "alias_clave"] }),
  table("dupes", "dupes", ["id"], { derived: derivedOfDupes.split(" ") }),
  table("dupe_redirects", "dupes", ["dupe_id"], { key: ["old_id"] }),
  table("dupe_sources", "dupes", ["dupe_id"]),
  table("perfume_month_views", "whole", ["perfume_id"], {
    key: ["month", "perfume_id"],
    counters: ["views"],
  }),
  table("sugerencias_perfumes", "whole", ["bottle_id"], { ...ofPeople, outlives: true }),
  table("sugerencias_dupes", "whole", ["perfume_id", "bottle_id"], {
    ...ofPeople,
    outlives: true,
    counters: ["veces"],
  }),
  table("fact_suggestions", "whole", ["perfume_id"], ofPeople),
  table("source_suggestions", "dupes", ["dupe_id"], ofPeople),
  table("dupe_alerts", "whole", ["perfume_id"], onLists),
  table("shelf", "whole", ["perfume_id"], onLists),
  table("prices", "whole", ["perfume_id"], { ...ofPeople, derived: ["vouched"] }),
  table("user_votes", "dupes", ["dupe_id"], ofPeople),
  table("verdicts", "dupes", ["dupe_id"], ofPeople),
  table("blind_tests", "dupes", ["dupe_id"], ofPeople),
  table("dupe_reviews", "dupes", ["dupe_id"], ofPeople),
  table("looked_at", "dupes", ["dupe_id"], { key: ["entry"] }),
];

interface Hanging extends Pick<RootTable, "name" | "key" | "ofPeople" | "derived"> {
  column: string;
  parent: keyof Schema;
}

const hangs = (
  parent: keyof Schema,
  column: string,
  name: keyof Schema,
  key = ["id"],
): Hanging => ({ name, key, ofPeople: true, column, parent });

export const hanging: Hanging[] = [
  hangs("sugerencias_dupes", "dupe_suggestion_id", "suggestion_authors"),
  hangs("sugerencias_dupes", "dupe_suggestion_id", "suggested_pages", [
    "dupe_suggestion_id",
    "url",
  ]),
  hangs("prices", "price_id", "price_gone"),
  hangs("dupe_reviews", "review_id", "review_reports"),
];

export type TrackedTable = Pick<
  RootTable,
  "name" | "key" | "ofPeople" | "counters" | "derived" | "listed"
> &
  Partial<Pick<Hanging, "column" | "parent">>;
export const trackedTables: TrackedTable[] = [...rootTables, ...hanging];
