import { sql } from "kysely";
import { countVote, lockDupes } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { voiceOfPerson } from "#app/domain/accounts/voices.ts";
import { brokenConstraint } from "#db/errors.ts";
import { findDupeOn } from "#app/domain/catalog/exists.ts";
import { currentDupe } from "#app/domain/catalog/redirects.ts";
import { type Ballot, isOwn, weigh } from "./ballots.ts";

interface Vote {
  dupeId: number;
  perfumeId: number;
  voto: 1 | -1;
}

type VoteOutcome = "cast" | "already-voted" | "no-such-dupe" | "no-such-person";

/** One final vote per mailbox and dupe (RULES.md 5.1, 5.7). "no-such-dupe": deleted, or of another page. */
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
    if (broken === "unique") return "already-voted";
    if (broken === "foreign-key") return "no-such-person";
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
  if (dupeId === undefined) return "no-such-dupe";
  if (!(await mayWrite(tx, userId))) return "no-such-person";
  const voice = await voiceOfPerson(tx, userId, ballot);
  if (await hasVoted(tx, userId, dupeId, voice.mailboxes)) return "already-voted";
  if (ballot.network !== null || voice.mailDomain !== null) await lockDupes(tx, [dupeId]);
  const weight = await weigh(tx, "user_votes", { userId, dupeId }, voice, ballot, now);
  await tx
    .insertInto("user_votes")
    .values({ dupe_id: dupeId, user_id: userId, voto, created_at: at, ...weight })
    .execute();
  if (weight.state === "counted") await countVote(tx, dupeId, voto, at);
  return "cast";
}

/** A vote that an operator removed was cast, too. */
async function hasVoted(
  db: Db,
  userId: string,
  dupeId: number,
  mailboxes: readonly string[],
): Promise<boolean> {
  const vote = await db
    .selectFrom("user_votes")
    .select("dupe_id")
    .where("dupe_id", "=", dupeId)
    .where(isOwn(userId, mailboxes))
    .unionAll(
      db
        .selectFrom("removed_votes")
        .select("dupe_id")
        .where(currentDupe(sql.ref("removed_votes.dupe_id")), "=", dupeId)
        .where(isOwn(userId, mailboxes)),
    )
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
