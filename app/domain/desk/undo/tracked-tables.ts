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

/** Referenced tables first. */
export const rootTables: RootTable[] = [
  {
    name: "perfumes",
    key: ["id"],
    counters: ["vistas"],
    derived: ["updated_at", "revision"],
    of: "perfumes",
    columns: ["id"],
  },
  { name: "perfume_redirects", key: ["old_id"], of: "whole", columns: ["perfume_id"] },
  {
    name: "perfume_aliases",
    key: ["marca_clave", "alias_clave"],
    of: "perfumes",
    columns: ["perfume_id"],
  },
  {
    name: "dupes",
    key: ["id"],
    derived: [
      "marca",
      "nombre",
      "foto",
      "porcentaje",
      "likes",
      "dislikes",
      "few_voices",
      "sources_for",
      "sources_against",
      "catalogues",
      "updated_at",
    ],
    of: "dupes",
    columns: ["id"],
  },
  { name: "dupe_redirects", key: ["old_id"], of: "dupes", columns: ["dupe_id"] },
  { name: "dupe_sources", key: ["id"], of: "dupes", columns: ["dupe_id"] },
  {
    name: "perfume_month_views",
    key: ["month", "perfume_id"],
    counters: ["views"],
    of: "whole",
    columns: ["perfume_id"],
  },
  {
    name: "sugerencias_perfumes",
    key: ["id"],
    ofPeople: true,
    outlives: true,
    of: "whole",
    columns: ["bottle_id"],
  },
  {
    name: "sugerencias_dupes",
    key: ["id"],
    ofPeople: true,
    outlives: true,
    counters: ["veces"],
    of: "whole",
    columns: ["perfume_id", "bottle_id"],
  },
  {
    name: "fact_suggestions",
    key: ["id"],
    ofPeople: true,
    of: "whole",
    columns: ["perfume_id"],
  },
  {
    name: "source_suggestions",
    key: ["id"],
    ofPeople: true,
    of: "dupes",
    columns: ["dupe_id"],
  },
  {
    name: "dupe_alerts",
    key: ["user_id", "perfume_id"],
    ofPeople: true,
    listed: true,
    of: "whole",
    columns: ["perfume_id"],
  },
  {
    name: "shelf",
    key: ["user_id", "perfume_id"],
    ofPeople: true,
    listed: true,
    of: "whole",
    columns: ["perfume_id"],
  },
  {
    name: "prices",
    key: ["id"],
    ofPeople: true,
    derived: ["vouched"],
    of: "whole",
    columns: ["perfume_id"],
  },
  { name: "user_votes", key: ["id"], ofPeople: true, of: "dupes", columns: ["dupe_id"] },
  { name: "verdicts", key: ["id"], ofPeople: true, of: "dupes", columns: ["dupe_id"] },
  { name: "blind_tests", key: ["id"], ofPeople: true, of: "dupes", columns: ["dupe_id"] },
  { name: "dupe_reviews", key: ["id"], ofPeople: true, of: "dupes", columns: ["dupe_id"] },
  { name: "looked_at", key: ["entry"], of: "dupes", columns: ["dupe_id"] },
];

interface Hanging extends Pick<RootTable, "name" | "key" | "ofPeople" | "derived"> {
  column: string;
  parent: keyof Schema;
}

export const hanging: Hanging[] = [
  {
    name: "suggestion_authors",
    key: ["id"],
    ofPeople: true,
    column: "dupe_suggestion_id",
    parent: "sugerencias_dupes",
  },
  {
    name: "suggested_pages",
    key: ["dupe_suggestion_id", "url"],
    ofPeople: true,
    column: "dupe_suggestion_id",
    parent: "sugerencias_dupes",
  },
  {
    name: "price_gone",
    key: ["id"],
    ofPeople: true,
    column: "price_id",
    parent: "prices",
  },
  {
    name: "review_reports",
    key: ["id"],
    ofPeople: true,
    column: "review_id",
    parent: "dupe_reviews",
  },
];

export type TrackedTable = Pick<
  RootTable,
  "name" | "key" | "ofPeople" | "counters" | "derived" | "listed"
> &
  Partial<Pick<Hanging, "column" | "parent">>;
export const trackedTables: TrackedTable[] = [...rootTables, ...hanging];
