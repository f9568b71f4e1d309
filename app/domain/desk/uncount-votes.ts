import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { markLookedAt } from "#app/domain/reviews/looked-at.ts";
import { findUnusualVotes, type SeenVotes } from "#app/domain/reviews/unusual-votes.ts";
import { cleanText, truncate } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { lastDecision, type LogEntry, recordDecision } from "./log/audit.ts";
import { maxReason } from "./queue/decide.ts";
import { mayDecide } from "./roles.ts";
import { excludeBy } from "./undo/exclusions.ts";

type Outcome =
  | { outcome: "done"; entry: number; count: number }
  | { outcome: "not-allowed" }
  /** nothing unusual is left: somebody was faster, or the week is over */
  | { outcome: "stale"; did: LogEntry | null };

/** Fields of the log. */
const names = { user_votes: "votes", verdicts: "verdicts" } as const;

/** Of the votes, or verdicts, that the operator has seen, uncounts the unusual ones (RULES.md 10.29). */
export const uncountVotes = (db: Db, seen: SeenVotes, reason: string, actor: string, now: Date) =>
  decide(db, "uncount", seen, { reason, actor, now });

/** Leaves the votes, or verdicts, that the operator has seen out of the list (RULES.md 10.29). */
export const acceptVotes = (db: Db, seen: SeenVotes, reason: string, actor: string, now: Date) =>
  decide(db, "looked-at", seen, { reason, actor, now });

async function decide(
  db: Db,
  action: "uncount" | "looked-at",
  seen: SeenVotes,
  { reason, actor, now }: { reason: string; actor: string; now: Date },
): Promise<Outcome> {
  return inTransaction(db, async (tx): Promise<Outcome> => {
    if (!(await mayDecide(tx, actor))) return { outcome: "not-allowed" };
    const { table, dupeId } = seen;
    const subject = `dupe:${dupeId}` as const;
    const name = names[table];
    const unusual = await findUnusualVotes(tx, seen, now);
    if (!unusual) {
      const did = await lastDecision(tx, subject);
      const isIt =
        did && ["uncount", "looked-at"].includes(did.action) && name in (did.before ?? {});
      return { outcome: "stale", did: isIt ? did : null };
    }
    const { perfume_id } = await tx
      .selectFrom("dupes")
      .select("perfume_id")
      .where("id", "=", dupeId)
      .executeTakeFirstOrThrow();
    const count = unusual.suspects.length;
    const entry = await recordDecision(
      tx,
      {
        actor,
        action,
        subject,
        before: { [name]: count },
        after: { [name]: action === "uncount" ? 0 : count },
        reason: truncate(cleanText(reason), maxReason) || null,
        perfumeId: perfume_id,
      },
      now,
    );
    if (action === "looked-at") await markLookedAt(tx, seen, entry, now);
    else {
      await excludeBy(tx, entry, table, unusual.suspects, now);
      await catalogChanged(tx);
    }
    return { outcome: "done", entry, count };
  });
}
