import { countVote } from "#app/domain/catalog/recount.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { ownRow, type Speaker, speakerOf } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import { type Ballot, onDupe, type SentDupe } from "./ballots.ts";

interface Vote extends SentDupe {
  voto: 1 | -1;
}

/** "waiting": it counts later (RULES.md 5.8) */
type VoteOutcome = "cast" | "waiting";

/** One final vote per mailbox and dupe (RULES.md 5.1, 5.7). @throws Refused "already-voted", "no-such-person", "no-such-dupe" (deleted, or of another page) */
export async function castVote(
  db: Db,
  userId: string,
  { voto, ...sent }: Vote,
  now: Date,
  ballot: Ballot,
): Promise<VoteOutcome> {
  const at = now.toISOString();
  return onDupe(db, userId, sent, async (tx, dupe_id) => {
    const by = await speakerOf(tx, userId, ballot.network, ballot);
    if (await hasVoted(tx, by, dupe_id)) throw new Refused("already-voted");
    const weight = await weigh(tx, "user_votes", { dupe_id }, by, now);
    const state = weight.counted_at === null ? ("waiting" as const) : ("counted" as const);
    const added = await tx
      .insertInto("user_votes")
      .values({ dupe_id, user_id: userId, voto, created_at: at, state, ...weight })
      .onConflict((known) => known.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) throw new Refused("already-voted");
    if (state === "waiting") return "waiting";
    await countVote(tx, dupe_id, voto, at);
    return "cast";
  });
}

async function hasVoted(db: Db, by: Speaker, dupeId: number): Promise<boolean> {
  const vote = await db
    .selectFrom("user_votes")
    .select("id")
    .where("dupe_id", "=", dupeId)
    .where(ownRow(by))
    .executeTakeFirst();
  return vote !== undefined;
}

export type OwnVotes = Record<number, { voto: 1 | -1; isCounted: boolean }>;

export async function votesOf(db: Db, userId: string, perfumeId: number): Promise<OwnVotes> {
  const votes = await db
    .selectFrom("user_votes")
    .innerJoin("dupes", "dupes.id", "user_votes.dupe_id")
    .select(["dupe_id", "voto", "state"])
    .where("user_id", "=", userId)
    .where((row) =>
      row.or([row("perfume_id", "=", perfumeId), row("dupe_perfume_id", "=", perfumeId)]),
    )
    .execute();
  return Object.fromEntries(
    votes.map(({ dupe_id, voto, state }) => [dupe_id, { voto, isCounted: state === "counted" }]),
  );
}
