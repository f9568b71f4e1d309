import { pairColumns, pairIn } from "#app/domain/catalog/relations.ts";
import type { Db } from "#db/database.ts";
import { isSuspect, type Judged, type Reason, type Said, saidBySuspects } from "./suspects.ts";
import { fewSuspects, type MarkedVotes, votesOfTheWeek } from "./votes-of-the-week.ts";
import { type Ballots, ballots } from "./due-voices.ts";

// RULES.md 10.29
const someVotes = 5;
/** Sites with fewer accounts have fewer votes. */
const smallSite = 100;
const manyAnswers = 10;
/** A campaign that lets a few of its accounts disagree is one, too. */
const mostAgree = 0.9;

/** ms: several people who smell three strips of paper each need longer */
const someMinutes = 10 * 60 * 1000;

const pageSize = 50;

export type UnusualVotes = Awaited<ReturnType<typeof listUnusualVotes>>["unusual"][number];

/** Dupes whose votes, verdicts or tests of the last seven days look like one person's (RULES.md 10.29), those with a reason other than their direction first. */
export async function listUnusualVotes(db: Db, page: number, now: Date) {
  const judged = await judgeAll(db, now);
  const rank = ({ reasons }: Judged) => (reasons[0] === "direction" ? 1 : 0);
  judged.sort((a, b) => rank(a) - rank(b) || b.suspects - a.suspects || a.dupeId - b.dupeId);
  const shown = judged.slice((page - 1) * pageSize, page * pageSize);
  const names = await namesOf(
    db,
    shown.map(({ dupeId }) => dupeId),
  );
  const said = new Map<Ballots, Map<number, Said>>();
  for (const table of ballots) said.set(table, await saidBySuspects(db, table, shown, now));
  return {
    unusual: shown.flatMap((one) => {
      const theirs = said.get(one.table)!.get(one.dupeId);
      return theirs ? [{ ...one, ...names.get(one.dupeId)!, said: theirs }] : [];
    }),
    pages: Math.ceil(judged.length / pageSize),
  };
}

export const countUnusualVotes = async (db: Db, now: Date) => (await judgeAll(db, now)).length;

async function judgeAll(db: Db, now: Date): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const table of ballots)
    judged.push(...(await judge(db, table, votesOfTheWeek(db, table, now))));
  return judged;
}

export interface SeenVotes {
  table: Ballots;
  dupeId: number;
  /** later votes are left out */
  last: number;
}

/** @returns the ids that would be uncounted; null where nothing is unusual */
export async function findUnusualVotes(db: Db, { table, dupeId, last }: SeenVotes, now: Date) {
  const seen = votesOfTheWeek(db, table, now, new Date(last)).where("dupe_id", "=", dupeId);
  const [found] = await judge(db, table, seen);
  if (!found) return null;
  const suspects = await db
    .selectFrom(seen.as("vote"))
    .select("id")
    .where((row) => isSuspect(row, found))
    .execute();
  return { table, dupeId, suspects: suspects.map(({ id }) => id) };
}

type Counts = Omit<Judged, "table" | "down" | "reasons" | "suspects"> &
  Record<"shared" | "both" | "answers", number>;

/** @returns the unusual among the dupes that these votes are about */
async function judge(db: Db, table: Ballots, votes: MarkedVotes): Promise<Judged[]> {
  const rows = await db
    .selectFrom(votes.as("vote"))
    .select((row) => [
      "dupe_id as dupeId",
      row.fn.countAll().as("votes"),
      row.fn.count("network").distinct().as("networks"),
      row.fn.sum("shared").as("shared"),
      row.fn.sum("young").as("young"),
      row.fn.sum(row.case().when("shared", "=", 1).then(1).else(row.ref("young")).end()).as("both"),
      row.fn.sum("up").as("up"),
      row.fn.sum("answers").as("answers"),
      row.fn.max("alike").as("alike"),
      row.fn.min("said_at").as("first"),
      row.fn.max("said_at").as("last"),
    ])
    .groupBy("dupe_id")
    .having((row) => row.fn.countAll(), ">=", await fewest(db, table))
    .execute();
  return rows.flatMap((row) => {
    const counts = Object.entries(row).map(([name, count]) => [name, Number(count)]);
    const said = { first: Date.parse(row.first), last: Date.parse(row.last) };
    return judgeOne(table, { ...Object.fromEntries(counts), ...said } as Counts) ?? [];
  });
}

async function fewest(db: Db, table: Ballots): Promise<number> {
  if (table !== "user_votes") return fewSuspects;
  const accounts = db.selectFrom("accounts").select("user_id");
  const last = await accounts
    .limit(1)
    .offset(smallSite - 1)
    .executeTakeFirst();
  return last ? someVotes : fewSuspects;
}

function judgeOne(table: Ballots, { shared, both, answers, ...of }: Counts): Judged | null {
  const { votes, young, up, alike, first, last } = of;
  const isHalf = (count: number) => count >= fewSuspects && count * 2 >= votes;
  const reasons: Reason[] = [];
  if (isHalf(shared)) reasons.push("networks");
  if (isHalf(young)) reasons.push("young");
  let suspects = [alike, reasons[0] === "networks" ? shared : young, both][reasons.length]!;
  if (table === "blind_tests" && last - first <= someMinutes) {
    reasons.push("minutes");
    suspects = votes;
  }
  if (answers >= manyAnswers && alike >= mostAgree * votes) reasons.push("direction");
  return reasons.length === 0 ? null : { ...of, table, down: votes - up, reasons, suspects };
}

async function namesOf(db: Db, dupeIds: number[]) {
  const rows = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as dupe", "dupe.id", "dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "perfume_id")
    .select(["dupes.id", ...pairColumns])
    .where("dupes.id", "in", dupeIds)
    .execute();
  return new Map(
    rows.map((row) => {
      const { id, dupe: bottle, original } = pairIn(row);
      return [id, { bottle, original }];
    }),
  );
}
