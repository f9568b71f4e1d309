import type { ExpressionBuilder, SelectQueryBuilder } from "kysely";
import type { Db } from "#db/database.ts";
import { answerCounts, countsIn } from "./verdict-counts.ts";
import type { VerdictCounts } from "./verdict-questions.ts";
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
  alike: number;
  reasons: Reason[];
  /** how many votes would be uncounted */
  suspects: number;
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
    .$if(table === "verdicts", (query) => query.select(answerCounts))
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
  return new Map(rows.map((row) => [row.dupe_id, { up: Number(row.up), answers: countsIn(row) }]));
}
