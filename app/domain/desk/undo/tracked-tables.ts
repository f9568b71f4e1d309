import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#db/schema.ts";

export type Row = Record<string, unknown>;
export type Where = ExpressionBuilder<any, any>;

export interface TrackedTable {
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
  /** what the columns refer to: bottles of a `whole` scope, any bottles, dupes, or the rows of a table before */
  of: "whole" | "perfumes" | "dupes" | Parent;
  columns: string[];
}

type Parent = "sugerencias_dupes" | "prices" | "dupe_reviews";

export const parentOf = ({ of }: TrackedTable): Parent | null =>
  of === "whole" || of === "perfumes" || of === "dupes" ? null : of;

const table = (
  name: keyof Schema,
  of: TrackedTable["of"],
  columns: string[],
  more: Partial<TrackedTable> = {},
): TrackedTable => ({ name, key: ["id"], of, columns, ...more });

const ofPeople = { ofPeople: true };
const onLists = { ...ofPeople, key: ["user_id", "perfume_id"], listed: true };

/** What a dupe has from its bottle, votes and sources. */
const derivedOfDupes =
  "marca nombre foto updated_at porcentaje likes dislikes few_voices sources_for sources_against catalogues";

/** Referenced tables first. */
export const trackedTables: TrackedTable[] = [
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
  table("suggestion_authors", "sugerencias_dupes", ["dupe_suggestion_id"], ofPeople),
  table("suggested_pages", "sugerencias_dupes", ["dupe_suggestion_id"], {
    ...ofPeople,
    key: ["dupe_suggestion_id", "url"],
  }),
  table("price_gone", "prices", ["price_id"], ofPeople),
  table("review_reports", "dupe_reviews", ["review_id"], ofPeople),
];
