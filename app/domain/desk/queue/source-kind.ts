import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import { addSource, findSource, isOfItsKind, removeSource } from "#app/domain/catalog/sources.ts";
import { settleSuggestion } from "#app/domain/suggestions/fact-suggestions.ts";
import { thankFor } from "#app/domain/suggestions/due-thanks.ts";
import {
  findSourceSuggestions,
  type WaitingSource,
} from "#app/domain/suggestions/source-suggestions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import type { By } from "../log/audit.ts";
import { askedBy, type Change, type QueueKind } from "./queue-kind.ts";

const table = "source_suggestions";

/** Suggested pages that compare a dupe with its original (RULES.md 1.15). */
export const suggestedSources: QueueKind<WaitingSource> = {
  find: findSourceSuggestions,

  stateOf: ({ version, state }) => ({ version, waiting: state === "waiting" }),

  async describe(_, rows) {
    return rows.map((one) => {
      const { originalId, originalMarca, originalNombre, bottleId, marca, nombre } = one;
      const perfume = { id: originalId, marca: originalMarca, nombre: originalNombre };
      const details = { kind: "source" as const, ...one, dupe: { id: bottleId, marca, nombre } };
      return { ...askedBy(one), perfume, details };
    });
  },

  async accept(tx, one, corrected, by) {
    const { dupe_id, url, stance, said_on } = one;
    const { title = hostOf(url), author = one.author, kind = "discussion" } = corrected;
    const source = { url, title, author, stance, kind, said_on };
    if (!isOfItsKind(source)) throw new Refused("wrong-kind");
    const added = await addSource(tx, dupe_id, source, by.now);
    if (typeof added === "string") throw new Refused(added);
    await catalogChanged(tx);
    await thankFor(tx, table, one.id);
    return decide(tx, one, { state: "accepted", reason: null }, by, { dupe: dupe_id, ...source });
  },

  refuse: (tx, one, reason, by) =>
    decide(tx, one, { state: "refused", reason }, by, { dupe: one.dupe_id, url: one.url }),

  async reopen(tx, one, { after, at }, now) {
    if (one.state !== after?.state) return false;
    if (one.state === "accepted") {
      const source = await findSource(tx, one.dupe_id, one.url);
      if (source?.created_at !== at) return false;
      await removeSource(tx, source.id, now);
    }
    await settleSuggestion(tx, table, one.id, null, now);
    return true;
  },
};

async function decide(
  tx: Db,
  { id, originalId }: WaitingSource,
  { state, reason }: { state: "accepted" | "refused"; reason: string | null },
  { actor, now }: By,
  after: object,
): Promise<Change> {
  await settleSuggestion(tx, table, id, { state, actor, reason }, now);
  return { before: { state: "waiting" }, after: { state, ...after }, perfumeId: originalId };
}
