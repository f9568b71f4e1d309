import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { findDupeOn } from "#app/domain/catalog/redirects.ts";
import { lockDupes } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";
import { brokenConstraint } from "#db/errors.ts";
import { inTransaction } from "#db/transactions.ts";
import { excludeForGood } from "#app/domain/voices/excluded.ts";
import { ownRow, speakerOf } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import { addToCounts, moveCounts } from "./verdict-counts.ts";
import { type Answers, questions } from "./verdict-questions.ts";
import type { Ballot } from "./votes.ts";

interface Verdict {
  dupeId: number;
  perfumeId: number;
  /** at least one */
  answers: Answers;
}

/** "waiting": it counts later (RULES.md 5.8) */
type VerdictOutcome = "given" | "waiting" | "changed";

/** One verdict per mailbox and dupe; a second changes the first (RULES.md 5.10). @throws Refused "no-such-person", "no-such-dupe" (deleted, or of another page) */
export async function giveVerdict(
  db: Db,
  userId: string,
  verdict: Verdict,
  now: Date,
  ballot: Ballot,
): Promise<VerdictOutcome> {
  try {
    const work = (tx: Db) => give(tx, userId, verdict, now, ballot);
    return await inTransaction(db, work, "read committed");
  } catch (error) {
    if (brokenConstraint(error) === "foreign-key") throw new Refused("no-such-person");
    throw error;
  }
}

async function give(
  tx: Db,
  userId: string,
  { dupeId: sentId, perfumeId, answers }: Verdict,
  now: Date,
  ballot: Ballot,
): Promise<VerdictOutcome> {
  const at = now.toISOString();
  const dupeId = await findDupeOn(tx, perfumeId, sentId);
  if (dupeId === undefined) throw new Refused("no-such-dupe");
  await requireWriter(tx, userId);
  const by = await speakerOf(tx, userId, ballot.network, ballot);
  await lockDupes(tx, [dupeId]);
  const old = await tx
    .selectFrom("verdicts")
    .select(["id", "state", "silent", ...questions])
    .where("dupe_id", "=", dupeId)
    .where(ownRow(by))
    .orderBy((row) => row.case().when("user_id", "=", userId).then(0).else(1).end())
    .executeTakeFirst();
  if (old) {
    // Who may write is not suspended.
    const said = { user_id: userId, ...answers, updated_at: at, silent: 0 as const };
    await tx.updateTable("verdicts").set(said).where("id", "=", old.id).execute();
    if (old.state !== "counted") return "changed";
    if (old.silent) await addToCounts(tx, dupeId, answers);
    else await moveCounts(tx, dupeId, old, answers);
    return "changed";
  }
  const weight = await weigh(tx, "verdicts", { dupe_id: dupeId }, by, now);
  const state = weight.counted_at === null ? ("waiting" as const) : ("counted" as const);
  const own = { dupe_id: dupeId, user_id: userId, ...answers, created_at: at, updated_at: at };
  await tx
    .insertInto("verdicts")
    .values({ ...own, ...weight, state })
    .execute();
  if (state === "waiting") return "waiting";
  await addToCounts(tx, dupeId, answers);
  return "given";
}

/** @throws Refused "no-such-verdict", "no-such-person" */
export async function deleteVerdict(
  db: Db,
  userId: string,
  { dupeId: sentId, perfumeId }: { dupeId: number; perfumeId: number },
): Promise<void> {
  const work = async (tx: Db) => {
    const dupeId = await findDupeOn(tx, perfumeId, sentId);
    if (dupeId === undefined) throw new Refused("no-such-verdict");
    await lockDupes(tx, [dupeId]);
    await requireWriter(tx, userId);
    const old = await ownOn(tx, userId, dupeId)
      .select(["id", "state", "silent", ...questions])
      .executeTakeFirst();
    if (!old) throw new Refused("no-such-verdict");
    // One that operators removed stays, as its mailbox's, or it would be given again.
    if (old.state === "uncounted") await letGo(tx, old.id);
    else await tx.deleteFrom("verdicts").where("id", "=", old.id).execute();
    if (old.state === "counted" && !old.silent) await moveCounts(tx, dupeId, old, null);
  };
  await inTransaction(db, work, "read committed");
}

async function letGo(tx: Db, id: number): Promise<void> {
  await tx.updateTable("verdicts").set({ user_id: null }).where("id", "=", id).execute();
  await excludeForGood(tx, "verdicts", [id]);
}

const ownOn = (db: Db, userId: string, dupeId: number) =>
  db.selectFrom("verdicts").where("user_id", "=", userId).where("dupe_id", "=", dupeId);

/** The reader's own, also while it does not count. */
export async function verdictOf(db: Db, userId: string, dupeId: number): Promise<Answers | null> {
  return (await ownOn(db, userId, dupeId).select(questions).executeTakeFirst()) ?? null;
}
