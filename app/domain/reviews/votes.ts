import { countVote } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { brokenConstraint } from "#db/errors.ts";
import { findDupeOn } from "#app/domain/catalog/exists.ts";

interface Vote {
  dupeId: number;
  perfumeId: number;
  voto: 1 | -1;
}

type VoteOutcome = "cast" | "already-voted" | "no-such-dupe" | "no-such-person";

/** One final vote per user and dupe (RULES.md 5.1). "no-such-dupe": deleted, or of another page. */
export async function castVote(
  db: Db,
  userId: string,
  vote: Vote,
  now: Date,
): Promise<VoteOutcome> {
  try {
    const work = (tx: Db) => cast(tx, userId, vote, now.toISOString());
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
  at: string,
): Promise<VoteOutcome> {
  const dupeId = await findDupeOn(tx, perfumeId, sentId);
  if (dupeId === undefined) return "no-such-dupe";
  if (!(await mayWrite(tx, userId))) return "no-such-person";
  if (await hasVoted(tx, userId, dupeId)) return "already-voted";
  await tx
    .insertInto("user_votes")
    .values({ dupe_id: dupeId, user_id: userId, voto, created_at: at })
    .execute();
  await countVote(tx, dupeId, voto, at);
  return "cast";
}

async function hasVoted(db: Db, userId: string, dupeId: number): Promise<boolean> {
  const vote = await db
    .selectFrom("user_votes")
    .select("id")
    .where("dupe_id", "=", dupeId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return vote !== undefined;
}

/** Keyed by dupe id. */
export async function votesOf(
  db: Db,
  userId: string,
  perfumeId: number,
): Promise<Record<number, 1 | -1>> {
  const votes = await db
    .selectFrom("user_votes")
    .innerJoin("dupes", "dupes.id", "user_votes.dupe_id")
    .select(["dupe_id", "voto"])
    .where("user_id", "=", userId)
    .where((row) =>
      row.or([row("perfume_id", "=", perfumeId), row("dupe_perfume_id", "=", perfumeId)]),
    )
    .execute();
  return Object.fromEntries(votes.map((vote) => [vote.dupe_id, vote.voto]));
}
