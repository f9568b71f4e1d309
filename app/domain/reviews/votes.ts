import { sql } from "kysely";
import { countVote, lockDupe } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { establishedAt } from "#app/domain/accounts/established.ts";
import { mailDomainOfPerson } from "#app/domain/accounts/mail-domains.ts";
import { mailboxOfPerson } from "#app/domain/accounts/mailboxes.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { brokenConstraint } from "#db/errors.ts";
import { findDupeOn } from "#app/domain/catalog/exists.ts";
import { currentDupe } from "#app/domain/catalog/redirects.ts";
import { hasRoom, newAccountsWait } from "./vote-waits.ts";

interface Vote {
  dupeId: number;
  perfumeId: number;
  voto: 1 | -1;
}

/** What shows whose vote it is, and when it counts (RULES.md 5.7, 5.8). */
export interface Ballot {
  secrets: readonly string[];
  /** keyed hash; null for a local one */
  network: string | null;
  /** whether votes of new accounts wait: where addresses are confirmed by email */
  waits: boolean;
}

type VoteOutcome = "cast" | "already-voted" | "no-such-dupe" | "no-such-person";

/** One final vote per mailbox and dupe (RULES.md 5.1, 5.7). "no-such-dupe": deleted, or of another page. */
export async function castVote(
  db: Db,
  userId: string,
  vote: Vote,
  now: Date,
  ballot: Ballot = { secrets: [], network: null, waits: false },
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
  { secrets, network, waits }: Ballot,
): Promise<VoteOutcome> {
  const at = now.toISOString();
  const dupeId = await findDupeOn(tx, perfumeId, sentId);
  if (dupeId === undefined) return "no-such-dupe";
  if (!(await mayWrite(tx, userId))) return "no-such-person";
  const mailbox = (await mailboxOfPerson(tx, userId, secrets)) ?? [];
  if (await hasVoted(tx, userId, dupeId, mailbox)) return "already-voted";
  const [secret] = secrets;
  // Without email, nobody proves an address.
  const mailDomain = waits && secret ? await mailDomainOfPerson(tx, userId, secret) : null;
  const origin = { network, mail_domain: mailDomain };
  if (network !== null || mailDomain !== null) await lockDupe(tx, dupeId);
  const matures = waits ? await establishedAt(tx, userId, newAccountsWait, now) : at;
  const counts = matures <= at && (await hasRoom(tx, dupeId, origin, now));
  await tx
    .insertInto("user_votes")
    .values({
      dupe_id: dupeId,
      user_id: userId,
      voto,
      created_at: at,
      mailbox: mailbox[0] ?? null,
      ...origin,
      ...(counts ? { counted_at: at } : { state: "waiting", counts_from: matures }),
    })
    .execute();
  if (counts) await countVote(tx, dupeId, voto, at);
  return "cast";
}

/** A vote that an operator removed was cast, too. */
async function hasVoted(
  db: Db,
  userId: string,
  dupeId: number,
  mailbox: readonly string[],
): Promise<boolean> {
  const isOwn =
    mailbox.length === 0
      ? sql<boolean>`user_id = ${userId}`
      : sql<boolean>`(user_id = ${userId} or mailbox in (${sql.join(mailbox)}))`;
  const vote = await db
    .selectFrom("user_votes")
    .select("dupe_id")
    .where("dupe_id", "=", dupeId)
    .where(isOwn)
    .unionAll(
      db
        .selectFrom("removed_votes")
        .select("dupe_id")
        .where(currentDupe(sql.ref("removed_votes.dupe_id")), "=", dupeId)
        .where(isOwn),
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
