import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { markLookedAt } from "#app/domain/reviews/looked-at.ts";
import { findUnusualVotes, type SeenVotes } from "#app/domain/reviews/unusual-votes.ts";
import type { Db } from "#db/database.ts";
import { lastDecision, reasonIn, recordDecision, Stale } from "./log/audit.ts";
import { asOperator } from "./roles.ts";
import { excludeBy } from "./undo/exclusions.ts";

const names = { user_votes: "votes", verdicts: "verdicts", blind_tests: "blindTests" } as const;

/** Of the votes, verdicts or tests that the operator has seen, uncounts the unusual ones (RULES.md 10.29). */
export const uncountVotes = (db: Db, seen: SeenVotes, reason: string, actor: string, now: Date) =>
  decide(db, "uncount", seen, { reason, actor, now });

/** Leaves the votes, verdicts or tests that the operator has seen out of the list (RULES.md 10.29). */
export const acceptVotes = (db: Db, seen: SeenVotes, reason: string, actor: string, now: Date) =>
  decide(db, "looked-at", seen, { reason, actor, now });

/** @throws Stale when nothing unusual is left: somebody was faster, or the week is over */
async function decide(
  db: Db,
  action: "uncount" | "looked-at",
  seen: SeenVotes,
  { reason, actor, now }: { reason: string; actor: string; now: Date },
): Promise<{ entry: number; count: number }> {
  return asOperator(db, actor, async (tx) => {
    const { table, dupeId } = seen;
    const subject = `dupe:${dupeId}` as const;
    const name = names[table];
    const unusual = await findUnusualVotes(tx, seen, now);
    if (!unusual) {
      const did = await lastDecision(tx, subject);
      const isIt =
        did && ["uncount", "looked-at"].includes(did.action) && name in (did.before ?? {});
      throw new Stale(isIt ? did : null);
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
        reason: reasonIn(reason),
        perfumeId: perfume_id,
      },
      now,
    );
    if (action === "looked-at") await markLookedAt(tx, seen, entry, now);
    else {
      await excludeBy(tx, entry, table, unusual.suspects, now);
      await catalogChanged(tx);
    }
    return { entry, count };
  });
}
