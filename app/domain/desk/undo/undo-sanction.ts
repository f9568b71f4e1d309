import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { suspensionOf, removeSuspension } from "#app/domain/accounts/suspensions.ts";
import { putReviewsBack, putVotesBack, reversible } from "#app/domain/reviews/removals.ts";
import { putPricesBack, recountVouchedWith } from "#app/domain/prices/decide-sighting.ts";
import { letPricesWait } from "#app/domain/prices/add-sighting.ts";
import { letVotesWait } from "#app/domain/reviews/due-voices.ts";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { isTrusted } from "#app/domain/accounts/trust.ts";
import { distrustPerson } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import type { LogEntry } from "../log/audit.ts";
import { type By, mayLift, mayTouch } from "../sanctions.ts";

type UndoOfPerson = (
  tx: Db,
  entry: LogEntry & { personId: string },
  by: By,
) => Promise<boolean | "not-allowed">;

const undoers: Record<string, UndoOfPerson> = {
  async suspend(tx, { id, personId }, { actor, now }) {
    if ((await suspensionOf(tx, personId, now))?.entry !== id) return false;
    if (!(await mayLift(tx, actor, id, now))) return "not-allowed";
    await removeSuspension(tx, personId);
    await silenceSuspended(tx, now);
    await recountVouchedWith(tx, personId, now);
    return true;
  },
  "remove-votes": async (tx, { id }) => (await putVotesBack(tx, id)) > 0,
  "remove-prices": async (tx, { id }, { now }) => (await putPricesBack(tx, id, now)) > 0,
  async "count-now"(tx, { personId }, { now }) {
    if (!(await isTrusted(tx, personId))) return false;
    const from = await distrustPerson(tx, personId, now);
    if (from === null) return true;
    await letVotesWait(tx, personId, from);
    await letPricesWait(tx, personId, from, now);
    return true;
  },
  "remove-reviews": async (tx, { id, at }, { now }) => (await putReviewsBack(tx, id, at, now)) > 0,
};

/** Suspensions until they end, removals for 30 days (RULES.md 10.18), judged by the entry alone. */
export function isUndoableOnPerson({ action, at, after }: LogEntry, now: Date): boolean {
  if (!Object.hasOwn(undoers, action)) return false;
  if (action !== "suspend") return now.getTime() - Date.parse(at) <= reversible;
  const until = after?.until ?? null;
  return until === null || String(until) > now.toISOString();
}

export async function undoOnPerson(
  tx: Db,
  entry: LogEntry,
  by: By,
): Promise<boolean | "not-allowed"> {
  const { personId } = entry;
  if (personId === null) return false;
  if (!(await mayTouch(tx, by.actor, personId, by.now))) return "not-allowed";
  const undone = await undoers[entry.action]!(tx, { ...entry, personId }, by);
  if (undone === true) await catalogChanged(tx);
  return undone;
}
