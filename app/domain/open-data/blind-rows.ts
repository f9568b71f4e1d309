import { numbered } from "#app/domain/catalog/csv/export-csv.ts";
import { fewestTests } from "#app/domain/reviews/blind-counts.ts";

const columns = ["perfume_marca", "perfume_nombre", "marca", "nombre", "tests", "found"];

/** Of how many blind tests of a dupe how many found the odd one (RULES.md 5.11). */
export const blindExport = numbered(columns, (db, which) =>
  which(
    db
      .selectFrom("blind_counts")
      .innerJoin("dupes", "dupes.id", "dupe_id")
      .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
      .select(["perfumes.marca as perfume_marca", "perfumes.nombre as perfume_nombre"])
      .select(["dupes.id", "dupes.marca", "dupes.nombre", "tests", "found"])
      .where("tests", ">=", fewestTests)
      .where("blind_counts.few_voices", "=", 0),
    "dupe_id",
  ).execute(),
);
