import type { ExpressionBuilder } from "kysely";
import type { Db } from "#db/database.ts";
import { daysBefore } from "#db/dialect.ts";
import type { Schema } from "#db/schema.ts";

const day = 24 * 60 * 60 * 1000;
/** in days */
const week = 7;

// RULES.md 10.29
const [someVotes, manyVotes, sharedOrigin] = [5, 10, 3];
/** A campaign that lets a few of its accounts disagree is one, too. */
const mostAgree = 0.9;

const pageSize = 50;

type Reason = "networks" | "young" | "direction";

interface Judged {
  dupeId: number;
  votes: number;
  networks: number;
  young: number;
  up: number;
  down: number;
  reasons: Reason[];
  /** how many votes would be uncounted */
  suspects: number;
  /** the newest vote's id: later ones have not been seen */
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

/** Dupes whose votes of the last seven days look like one person's (RULES.md 10.29), those with a reason other than their direction first. */
export async function listUnusualVotes(
  db: Db,
  page: number,
  now: Date,
): Promise<{ unusual: UnusualVotes[]; pages: number }> {
  const judged = await judge(db, flagged(db, now));
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

export const countUnusualVotes = async (db: Db, now: Date) =>
  (await judge(db, flagged(db, now))).length;

/** @param last votes after this one are left out @returns the ids that would be uncounted; null where nothing is unusual */
export async function findUnusualVotes(db: Db, dupeId: number, last: number, now: Date) {
  const seen = flagged(db, now).where("dupe_id", "=", dupeId).where("user_votes.id", "<=", last);
  const [found] = await judge(db, seen);
  if (!found) return null;
  const { reasons, up, down } = found;
  // Votes that say the same are suspect only for want of another reason.
  const counts = (reason: Reason) => reason !== "direction" || reasons.length === 1;
  const suspects = await db
    .selectFrom(seen.as("vote"))
    .select("id")
    .where((row) => {
      const of = {
        networks: row("shared", "=", 1),
        young: row("young", "=", 1),
        direction: row("voto", "=", up > down ? 1 : -1),
      };
      return row.or(reasons.filter(counts).map((reason) => of[reason]));
    })
    .execute();
  return { dupeId, suspects: suspects.map(({ id }) => id) };
}

const isShared = (
  row: ExpressionBuilder<Schema, "user_votes">,
  column: "network" | "mail_domain",
) =>
  row.and([
    row(column, "is not", null),
    row(
      row.fn.countAll<number>().over((over) => over.partitionBy(["dupe_id", column])),
      ">=",
      sharedOrigin,
    ),
  ]);

/** The week's votes; those of a network or private mail domain with three and those of young accounts have a 1. Invented people have no account, and are left out. */
function flagged(db: Db, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * day).toISOString();
  return db
    .selectFrom("user_votes")
    .innerJoin("accounts", "accounts.user_id", "user_votes.user_id")
    .select(["user_votes.id", "dupe_id", "voto", "network"])
    .select((row) => [
      row
        .case()
        // The first condition spares most accounts the second, which is slow.
        .when(
          row.and([
            row("accounts.created_at", ">", ago(2 * week)),
            row("accounts.created_at", ">", daysBefore(db, "user_votes.created_at", week)),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as("young"),
      row
        .case()
        .when(row.or([isShared(row, "network"), isShared(row, "mail_domain")]))
        .then(1)
        .else(0)
        .end()
        .as("shared"),
    ])
    .where("user_votes.created_at", ">", ago(week))
    .where("state", "!=", "uncounted");
}

type Counts = Omit<Judged, "down" | "reasons" | "suspects"> & { shared: number; both: number };

/** @returns the unusual among the dupes that these votes are about */
async function judge(db: Db, votes: ReturnType<typeof flagged>): Promise<Judged[]> {
  const rows = await db
    .selectFrom(votes.as("vote"))
    .select((row) => [
      "dupe_id as dupeId",
      row.fn.countAll().as("votes"),
      row.fn.count("network").distinct().as("networks"),
      row.fn.sum("shared").as("shared"),
      row.fn.sum("young").as("young"),
      row.fn.sum(row.case().when("shared", "=", 1).then(1).else(row.ref("young")).end()).as("both"),
      row.fn.sum(row.case().when("voto", "=", 1).then(1).else(0).end()).as("up"),
      row.fn.max("id").as("last"),
    ])
    .groupBy("dupe_id")
    .having((row) => row.fn.countAll(), ">=", someVotes)
    .execute();
  return rows.flatMap((row) => {
    const counts = Object.entries(row).map(([name, count]) => [name, Number(count)]);
    return judgeOne(Object.fromEntries(counts) as Counts) ?? [];
  });
}

function judgeOne({ shared, both, ...of }: Counts): Judged | null {
  const { votes, young, up } = of;
  const down = votes - up;
  const larger = Math.max(up, down);
  const isHalf = (count: number) => count * 2 >= votes;
  const reasons: Reason[] = [];
  if (isHalf(shared)) reasons.push("networks");
  if (isHalf(young)) reasons.push("young");
  const suspects = [larger, reasons[0] === "networks" ? shared : young, both][reasons.length]!;
  if (votes >= manyVotes && larger >= mostAgree * votes) reasons.push("direction");
  return reasons.length === 0 ? null : { ...of, down, reasons, suspects };
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
