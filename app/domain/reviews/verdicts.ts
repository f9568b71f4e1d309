import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { excludeForGood } from "#app/domain/voices/excluded.ts";
import { ownRow, speakerOf } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import { type Ballot, onDupe, type SentDupe } from "./ballots.ts";
import { addToCounts, moveCounts } from "./verdict-counts.ts";
import { type Answers, questions } from "./verdict-questions.ts";

interface Verdict extends SentDupe {
  /** at least one */
  answers: Answers;
}

/** "waiting": it counts later (RULES.md 5.8) */
type VerdictOutcome = "given" | "waiting" | "changed";

/** One verdict per mailbox and dupe; a second changes the first (RULES.md 5.10). @throws Refused "no-such-person", "no-such-dupe" (deleted, or of another page) */
export async function giveVerdict(
  db: Db,
  userId: string,
  { answers, ...sent }: Verdict,
  now: Date,
  ballot: Ballot,
): Promise<VerdictOutcome> {
  const at = now.toISOString();
  return onDupe(db, userId, sent, async (tx, dupeId) => {
    const by = await speakerOf(tx, userId, ballot.network, ballot);
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
  });
}

/** @throws Refused "no-such-verdict", "no-such-dupe", "no-such-person" */
export async function deleteVerdict(db: Db, userId: string, sent: SentDupe): Promise<void> {
  await onDupe(db, userId, sent, async (tx, dupeId) => {
    const old = await ownOn(tx, userId, dupeId)
      .select(["id", "state", "silent", ...questions])
      .executeTakeFirst();
    if (!old) throw new Refused("no-such-verdict");
    // One that operators removed stays, as its mailbox's, or it would be given again.
    if (old.state === "uncounted") await letGo(tx, old.id);
    else await tx.deleteFrom("verdicts").where("id", "=", old.id).execute();
    if (old.state === "counted" && !old.silent) await moveCounts(tx, dupeId, old, null);
  });
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
