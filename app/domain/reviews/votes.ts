import { countVote, lockDupes } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { ownRow, type Speaker, speakerOf, type VoiceSettings } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import { brokenConstraint } from "#db/errors.ts";
import { findDupeOn } from "#app/domain/catalog/redirects.ts";

/** Where it is said, with what tells whose it is. */
export interface Ballot extends VoiceSettings {
  /** keyed hash; null for a local one */
  network: string | null;
}

interface Vote {
  dupeId: number;
  perfumeId: number;
  voto: 1 | -1;
}

/** "waiting": it counts later (RULES.md 5.8) */
type VoteOutcome = "cast" | "waiting";

/** One final vote per mailbox and dupe (RULES.md 5.1, 5.7). @throws Refused "already-voted", "no-such-person", "no-such-dupe" (deleted, or of another page) */
export async function castVote(
  db: Db,
  userId: string,
  vote: Vote,
  now: Date,
  ballot: Ballot,
): Promise<VoteOutcome> {
  try {
    const work = (tx: Db) => cast(tx, userId, vote, now, ballot);
    // Counting locks the dupe's row, and the unique constraint rejects a second vote.
    return await inTransaction(db, work, "read committed");
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === "unique") throw new Refused("already-voted");
    if (broken === "foreign-key") throw new Refused("no-such-person");
    throw error;
  }
}

async function cast(
  tx: Db,
  userId: string,
  { dupeId: sentId, perfumeId, voto }: Vote,
  now: Date,
  ballot: Ballot,
): Promise<VoteOutcome> {
  const at = now.toISOString();
  const dupeId = await findDupeOn(tx, perfumeId, sentId);
  if (dupeId === undefined) throw new Refused("no-such-dupe");
  await requireWriter(tx, userId);
  const by = await speakerOf(tx, userId, ballot.network, ballot);
  if (await hasVoted(tx, by, dupeId)) throw new Refused("already-voted");
  if (by.network !== null || by.mailDomain !== null) await lockDupes(tx, [dupeId]);
  const weight = await weigh(tx, "user_votes", { dupe_id: dupeId }, by, now);
  const state = weight.counted_at === null ? ("waiting" as const) : ("counted" as const);
  await tx
    .insertInto("user_votes")
    .values({ dupe_id: dupeId, user_id: userId, voto, created_at: at, state, ...weight })
    .execute();
  if (state === "waiting") return "waiting";
  await countVote(tx, dupeId, voto, at);
  return "cast";
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

/** By dupe id. */
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
