// Votes, verdicts and blind tests, each given and counted in the same way.
import type { Ballot } from "#app/domain/reviews/ballots.ts";
import type { Ballots } from "#app/domain/reviews/due-voices.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { withoutEmail } from "./accounts.ts";
import { smell } from "./blind.ts";
import { disagreements } from "./counters.ts";
import { outcomeOf } from "./outcome-of.ts";
import { say } from "./verdicts.ts";

interface Options {
  now: Date;
  ballot?: Ballot;
}

/** For or against a dupe: liked, lasting less or more, found or missed. @returns what became of it */
export async function giveBallot(
  db: Db,
  table: Ballots,
  userId: string,
  dupeId: number,
  isFor: boolean,
  { now, ballot = withoutEmail }: Options,
) {
  if (table === "verdicts")
    return say(db, userId, dupeId, { lasting: isFor ? "less" : "more" }, { now, ballot });
  if (table === "blind_tests") return smell(db, userId, dupeId, isFor, { now, ballot });
  const { perfume_id: perfumeId } = await db
    .selectFrom("dupes")
    .select("perfume_id")
    .where("id", "=", dupeId)
    .executeTakeFirstOrThrow();
  return outcomeOf(castVote(db, userId, { dupeId, perfumeId, voto: isFor ? 1 : -1 }, now, ballot));
}

/** What becomes of a second one. */
export const againAs = { user_votes: "already-voted", verdicts: "changed", blind_tests: "again" };

/** "for of all" that count, of each dupe; no stored figure may contradict the rows. */
export async function ballotsOn(db: Db, table: Ballots, now: Date, ...dupes: number[]) {
  const wrong = await disagreements(db, now);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const rows = db
    .selectFrom("dupes")
    .leftJoin("verdict_counts", "verdict_counts.dupe_id", "dupes.id")
    .leftJoin("blind_counts", "blind_counts.dupe_id", "dupes.id")
    .select(["dupes.id", "likes", "dislikes", "verdicts", "lasting_less", "tests", "found"]);
  const found = await rows.where("dupes.id", "in", dupes).execute();
  const figures = dupes.map((id) => {
    const row = found.find((one) => one.id === id);
    const { likes = 0, dislikes = 0 } = row ?? {};
    if (table === "user_votes") return [likes, likes + dislikes];
    return table === "verdicts" ? [row?.lasting_less, row?.verdicts] : [row?.found, row?.tests];
  });
  return figures.map(([some, all]) => `${some ?? 0} of ${all ?? 0}`).join(", ");
}
