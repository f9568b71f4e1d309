import type { Db } from "#db/database.ts";
import { fewSuspects, type MarkedVotes, votesOfTheWeek } from "./votes-of-the-week.ts";
import type { Ballots } from "./due-voices.ts";

// RULES.md 10.29
const some = { user_votes: 5, verdicts: 3 };
const manyAnswers = 10;
/** A campaign that lets a few of its accounts disagree is one, too. */
const mostAgree = 0.9;

const pageSize = 50;

type Reason = "networks" | "young" | "direction";

interface Judged {
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
  /** when the newest was said, in ms: later ones have not been seen */
  last: number;
}

export interface UnusualVotes extends Judged {
  bottle: Named;
  original: Named;
}

interface Named {
  id: number;
  marca: string;
  nombre: string;
}

/** Dupes whose votes, or verdicts, of the last seven days look like one person's (RULES.md 10.29), those with a reason other than their direction first. */
export async function listUnusualVotes(
  db: Db,
  page: number,
  now: Date,
): Promise<{ unusual: UnusualVotes[]; pages: number }> {
  const judged = await judgeAll(db, now);
  const rank = ({ reasons }: Judged) => (reasons[0] === "direction" ? 1 : 0);
  judged.sort((a, b) => rank(a) - rank(b) || b.suspects - a.suspects || a.dupeId - b.dupeId);
  const shown = judged.slice((page - 1) * pageSize, page * pageSize);
  const names = await namesOf(
    db,
    shown.map(({ dupeId }) => dupeId),
  );
  return {
    unusual: shown.map((one) => ({ ...one, ...names.get(one.dupeId)! })),
    pages: Math.ceil(judged.length / pageSize),
  };
}

export const countUnusualVotes = async (db: Db, now: Date) => (await judgeAll(db, now)).length;

const judgeAll = async (db: Db, now: Date) => [
  ...(await judge(db, "user_votes", votesOfTheWeek(db, "user_votes", now))),
  ...(await judge(db, "verdicts", votesOfTheWeek(db, "verdicts", now))),
];

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
  const { reasons, alike } = found;
  // Votes that say the same are suspect only for want of another reason.
  const counts = (reason: Reason) => reason !== "direction" || reasons.length === 1;
  const suspects = await db
    .selectFrom(seen.as("vote"))
    .select("id")
    .where((row) => {
      const of = {
        networks: row("shared", "=", 1),
        young: row("young", "=", 1),
        direction: row("alike", "=", alike),
      };
      return row.or(reasons.filter(counts).map((reason) => of[reason]));
    })
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
      row.fn.max("said_at").as("last"),
    ])
    .groupBy("dupe_id")
    .having((row) => row.fn.countAll(), ">=", some[table])
    .execute();
  return rows.flatMap((row) => {
    const counts = Object.entries(row).map(([name, count]) => [name, Number(count)]);
    const last = Date.parse(row.last);
    return judgeOne(table, { ...Object.fromEntries(counts), last } as Counts) ?? [];
  });
}

function judgeOne(table: Ballots, { shared, both, answers, ...of }: Counts): Judged | null {
  const { votes, young, up, alike } = of;
  const isHalf = (count: number) => count >= fewSuspects && count * 2 >= votes;
  const reasons: Reason[] = [];
  if (isHalf(shared)) reasons.push("networks");
  if (isHalf(young)) reasons.push("young");
  const suspects = [alike, reasons[0] === "networks" ? shared : young, both][reasons.length]!;
  if (answers >= manyAnswers && alike >= mostAgree * votes) reasons.push("direction");
  return reasons.length === 0 ? null : { ...of, table, down: votes - up, reasons, suspects };
}

async function namesOf(db: Db, dupeIds: number[]) {
  const rows = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "perfume_id")
    .select(["dupes.id", "bottle.id as bottleId", "bottle.marca", "bottle.nombre"])
    .select(["original.id as originalId", "original.marca as originalMarca"])
    .select("original.nombre as originalNombre")
    .where("dupes.id", "in", dupeIds.length > 0 ? dupeIds : [0])
    .execute();
  return new Map(
    rows.map(({ id, bottleId, marca, nombre, originalId, originalMarca, originalNombre }) => [
      id,
      {
        bottle: { id: bottleId, marca, nombre },
        original: { id: originalId, marca: originalMarca, nombre: originalNombre },
      },
    ]),
  );
}
