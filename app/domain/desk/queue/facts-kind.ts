import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { changedFacts, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import {
  findFactSuggestions,
  settleSuggestion,
  type WaitingFacts,
} from "#app/domain/suggestions/fact-suggestions.ts";
import { thankFor } from "#app/domain/suggestions/due-thanks.ts";
import type { Db } from "#db/database.ts";
import type { By } from "../log/audit.ts";
import { askedBy, type Change, type QueueKind } from "./queue-kind.ts";

/** Suggested facts of a bottle (RULES.md 10.30). */
export const suggestedFacts: QueueKind<WaitingFacts> = {
  find: findFactSuggestions,

  // The version also grows with every change of the bottle, because old and new were shown side by side.
  stateOf: ({ version, revision, state }) => ({
    version: version + revision,
    waiting: state === "waiting",
  }),

  async describe(_, rows) {
    return rows.map((one) => {
      const { perfume_id: id, marca, nombre } = one;
      const facts = { ...one.known, ...one.facts };
      const details = { kind: "facts" as const, ...changedFacts(one.known, facts), facts };
      return { ...askedBy(one), perfume: { id, marca, nombre }, details };
    });
  },

  async accept(tx, one, corrected, by) {
    const { before, after } = changedFacts(one.known, { ...one.facts, ...corrected.facts });
    await setFacts(tx, one.perfume_id, after, by.now);
    if (Object.keys(after).length > 0) await thankFor(tx, "fact_suggestions", one.id);
    return decide(tx, one, { state: "accepted", reason: null }, by, { before, after });
  },

  async refuse(tx, one, reason, by) {
    return decide(tx, one, { state: "refused", reason }, by, { before: {}, after: {} });
  },

  async reopen(tx, one, { before, after }, now) {
    if (one.state !== after?.state) return false;
    const { state: _was, ...were } = before ?? {};
    const { state: _is, ...are } = after;
    if (Object.keys(changedFacts(one.known, are).after).length > 0) return false;
    await setFacts(tx, one.perfume_id, were, now);
    await settleSuggestion(tx, "fact_suggestions", one.id, null, now);
    return true;
  },
};

async function setFacts(tx: Db, perfumeId: number, facts: Partial<StoredFacts>, now: Date) {
  if (Object.keys(facts).length === 0) return;
  await setOfBottle(tx, perfumeId, facts, now);
  await catalogChanged(tx);
}

async function decide(
  tx: Db,
  { id, perfume_id }: WaitingFacts,
  { state, reason }: { state: "accepted" | "refused"; reason: string | null },
  { actor, now }: By,
  { before, after }: Record<"before" | "after", Partial<StoredFacts>>,
): Promise<Change> {
  await settleSuggestion(tx, "fact_suggestions", id, { state, actor, reason }, now);
  return {
    before: { state: "waiting", ...before },
    after: { state, ...after },
    perfumeId: perfume_id,
  };
}
