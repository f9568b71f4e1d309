import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { changedFacts, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { storedFacts } from "#app/domain/catalog/perfumes.ts";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import {
  findFactSuggestions,
  settleSuggestion,
  thankFor,
  type WaitingFacts,
} from "#app/domain/suggestions/fact-suggestions.ts";
import type { Db } from "#db/database.ts";
import type { By, Change, Described, QueueKind } from "./queue-kind.ts";

/** Suggested facts of a bottle (RULES.md 10.30). */
export const suggestedFacts: QueueKind = {
  async find(db, id) {
    const one = await findOne(db, id);
    return one && { version: versionOf(one), waiting: one.state === "waiting" };
  },

  async describe(db, ids) {
    const found = await findFactSuggestions(db, ids);
    return new Map(
      found.map((one): [number, Described] => {
        const { id, perfume_id, marca, nombre, user_id, nombre_usuario, created_at } = one;
        const asker = { userId: user_id!, username: nombre_usuario, at: created_at };
        const askers = user_id === null ? [] : [asker];
        const facts = { ...one.known, ...one.facts };
        const details = { kind: "facts" as const, ...changedFacts(one.known, facts), facts };
        const perfume = { id: perfume_id, marca, nombre };
        return [id, { version: versionOf(one), people: askers.length, askers, perfume, details }];
      }),
    );
  },

  async accept(tx, id, corrected, by) {
    const one = (await findOne(tx, id))!;
    const { before, after } = changedFacts(one.known, { ...one.facts, ...corrected.facts });
    await setFacts(tx, one.perfume_id, after, by.now);
    if (Object.keys(after).length > 0) await thankFor(tx, "fact_suggestions", id);
    return decide(tx, one, { state: "accepted", reason: null }, by, { before, after });
  },

  async refuse(tx, id, reason, by) {
    const one = (await findOne(tx, id))!;
    return decide(tx, one, { state: "refused", reason }, by, { before: {}, after: {} });
  },

  async reopen(tx, id, { before, after }, now) {
    const one = await findOne(tx, id);
    if (!one || one.state !== after?.state) return false;
    const { state: _was, ...were } = before ?? {};
    const { state: _is, ...are } = after;
    const known = (await storedFacts(tx, one.perfume_id))!;
    if (Object.keys(changedFacts(known, are).after).length > 0) return false;
    await setFacts(tx, one.perfume_id, were, now);
    await settleSuggestion(tx, "fact_suggestions", id, null, now);
    return true;
  },
};

async function findOne(db: Db, id: number): Promise<WaitingFacts | undefined> {
  return (await findFactSuggestions(db, [id]))[0];
}

/** Also grows with every change of the bottle, because old and new were shown side by side. */
const versionOf = ({ version, revision }: WaitingFacts) => version + revision;

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
