import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { questions, type VerdictCounts, verdictQuestions } from "./verdict-questions.ts";
import { type MarkedVotes, votesOfTheWeek } from "./votes-of-the-week.ts";
import type { Ballots } from "./due-voices.ts";

export type Reason = "networks" | "young" | "minutes" | "direction";

export interface Judged {
  table: Ballots;
  dupeId: number;
  votes: number;
  networks: number;
  young: number;
  up: number;
  down: number;
  /** how many say the same */
  alike: number;
  reasons: Reason[];
  /** how many votes would be uncounted */
  suspects: number;
  /** when the first was said, in ms */
  first: number;
  /** when the newest was said, in ms: later ones have not been seen */
  last: number;
}

/** Votes have no answers. */
export interface Said {
  up: number;
  answers: VerdictCounts;
}

type Marked = MarkedVotes extends SelectQueryBuilder<any, any, infer Row> ? Row : never;

export function isSuspect(
  row: ExpressionBuilder<{ vote: Marked }, "vote">,
  { reasons, alike }: Pick<Judged, "reasons" | "alike">,
) {
  // Votes that say the same are suspect only for want of another reason.
  const counts = (reason: Reason) => reason !== "direction" || reasons.length === 1;
  const of = {
    networks: row("shared", "=", 1),
    young: row("young", "=", 1),
    minutes: row.lit(true),
    direction: row("alike", "=", alike),
  };
  return row.or(reasons.filter(counts).map((reason) => of[reason]));
}

const columns = questions.flatMap((question) =>
  verdictQuestions[question].map((answer) => ({ question, answer, name: `${question}_${answer}` })),
);

/** By dupe id. @param shown of either table */
export async function saidBySuspects(
  db: Db,
  table: Ballots,
  shown: Judged[],
  now: Date,
): Promise<Map<number, Said>> {
  const judged = shown.filter((one) => one.table === table);
  if (judged.length === 0) return new Map();
  const ids = judged.map(({ dupeId }) => dupeId);
  const rows = await db
    .selectFrom(votesOfTheWeek(db, table, now).where("one.dupe_id", "in", ids).as("vote"))
    .select((row) => [
      "dupe_id",
      row.fn.sum<number>("up").as("up"),
      row.fn.countAll<number>().as("verdicts"),
    ])
    .select(
      (table === "verdicts" ? columns : []).map(({ question, answer, name }) =>
        sql<number>`count(case when ${sql.ref(question)} = ${answer} then 1 end)`.as(name),
      ),
    )
    .where((row) =>
      row.or(
        judged.map((one) =>
          row.and([
            row("dupe_id", "=", one.dupeId),
            row("said_at", "<=", new Date(one.last).toISOString()),
            isSuspect(row, one),
          ]),
        ),
      ),
    )
    .groupBy("dupe_id")
    .execute();
  return new Map(rows.map((row) => [row.dupe_id, readSaid(row)]));
}

function readSaid({ up, verdicts, ...row }: { up: number; verdicts: number }): Said {
  const counts: Record<string, Record<string, number>> = {};
  for (const { question, answer, name } of columns)
    (counts[question] ??= {})[answer] = Number((row as Record<string, number>)[name] ?? 0);
  return { up: Number(up), answers: { verdicts: Number(verdicts), ...counts } as VerdictCounts };
}
