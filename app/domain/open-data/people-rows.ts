import { sql } from "kysely";
import { samplePeople } from "#app/domain/accounts/usernames.ts";
import { numbered } from "#app/domain/catalog/csv/export-csv.ts";
import { fewestTests } from "#app/domain/reviews/blind-counts.ts";
import { questions, verdictQuestions } from "#app/domain/reviews/verdict-questions.ts";

/** Fewer answers to a question could point at a person (RULES.md 15.1). */
const fewest = 3;

const asked = questions.map((question) => ({
  question,
  names: verdictQuestions[question].map((answer) => `${question}_${answer}` as "again_dupe"),
}));
const counts = asked.flatMap(({ names }) => names);
const pair = ["perfume_marca", "perfume_nombre", "marca", "nombre"];

const isTold = sql<boolean>`(${sql.raw(
  asked.map(({ names }) => `${names.join(" + ")} >= ${fewest}`).join(" or "),
)})`;

/** What people say of a dupe that they wore beside its original, as counts of each answer. */
export const verdictExport = numbered([...pair, "verdicts", ...counts], async (db, which) => {
  const rows = which(
    db
      .selectFrom("verdict_counts")
      .innerJoin("dupes", "dupes.id", "dupe_id")
      .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
      .select(["perfumes.marca as perfume_marca", "perfumes.nombre as perfume_nombre"])
      .select([
        "dupes.id",
        "dupes.marca",
        "dupes.nombre",
        "verdicts",
        "verdict_counts.few_voices",
        ...counts,
      ])
      .where(isTold)
      // Where people were invented, so are counts (RULES.md 1.14).
      .where("dupe_id", "not in", (of) =>
        of
          .selectFrom("verdicts")
          .select("verdicts.dupe_id")
          .where("user_id", "in", samplePeople(db)),
      ),
    "dupe_id",
  );
  return (await rows.execute()).map(({ few_voices, ...row }) => ({
    ...row,
    ...withoutFew(row, few_voices.split(",")),
  }));
});

function withoutFew(
  row: Record<(typeof counts)[number], number>,
  unheard: readonly string[],
): Record<string, null> {
  const few = asked.filter(
    ({ question, names }) =>
      unheard.includes(question) || names.reduce((sum, name) => sum + row[name], 0) < fewest,
  );
  return Object.fromEntries(few.flatMap(({ names }) => names.map((name) => [name, null])));
}

/** Of how many blind tests of a dupe how many found the odd one (RULES.md 5.11). */
export const blindExport = numbered([...pair, "tests", "found"], (db, which) =>
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
