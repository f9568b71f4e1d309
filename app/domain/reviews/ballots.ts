import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { lockDupes } from "#app/domain/catalog/recount.ts";
import { findDupeOn } from "#app/domain/catalog/redirects.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { VoiceSettings } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { brokenConstraint } from "#db/errors.ts";
import { inTransaction } from "#db/transactions.ts";

/** Where it is said, with what tells whose it is. */
export interface Ballot extends VoiceSettings {
  /** keyed hash; null for a local one */
  network: string | null;
}

/** A dupe as a page of one of its bottles names it. */
export interface SentDupe {
  dupeId: number;
  perfumeId: number;
}

/**
 * What a person says of a dupe, in a transaction that has locked it.
 * @throws Refused "no-such-dupe" (deleted, or of another page), "no-such-person", and what `work` throws
 */
export async function onDupe<Result>(
  db: Db,
  userId: string,
  sent: SentDupe,
  work: (tx: Db, dupeId: number) => Promise<Result>,
): Promise<Result> {
  const locked = async (tx: Db) => {
    const dupeId = await findDupeOn(tx, sent.perfumeId, sent.dupeId);
    if (dupeId === undefined) throw new Refused("no-such-dupe");
    await lockDupes(tx, [dupeId]);
    // After waiting: who was suspended meanwhile no longer counts on the dupe.
    await requireWriter(tx, userId);
    return work(tx, dupeId);
  };
  try {
    return await inTransaction(db, locked, "read committed");
  } catch (error) {
    if (brokenConstraint(error) === "foreign-key") throw new Refused("no-such-person");
    throw error;
  }
}
