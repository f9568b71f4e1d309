import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import { addSource, findSource, isOfItsKind, removeSource } from "#app/domain/catalog/sources.ts";
import { settleSuggestion, thankFor } from "#app/domain/suggestions/fact-suggestions.ts";
import {
  findSourceSuggestions,
  type WaitingSource,
} from "#app/domain/suggestions/source-suggestions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import type { By, Change, Described, QueueKind } from "./queue-kind.ts";

const table = "source_suggestions";

/** Suggested pages that compare a dupe with its original (RULES.md 1.15). */
export const suggestedSources: QueueKind = {
  async find(db, id) {
    const one = await findOne(db, id);
    return one && { version: one.version, waiting: one.state === "waiting" };
  },

  async describe(db, ids) {
    const found = await findSourceSuggestions(db, ids);
    return new Map(
      found.map((one): [number, Described] => {
        const { id, version, user_id, nombre_usuario, created_at } = one;
        const { originalId, originalMarca, originalNombre, bottleId, marca, nombre } = one;
        const askers = [{ userId: user_id, username: nombre_usuario, at: created_at }];
        const perfume = { id: originalId, marca: originalMarca, nombre: originalNombre };
        const dupe = { id: bottleId, marca, nombre };
        const details = { kind: "source" as const, ...one, dupe };
        return [id, { version, people: 1, askers, perfume, details }];
      }),
    );
  },

  async accept(tx, id, corrected, by) {
    const one = (await findOne(tx, id))!;
    const { dupe_id, url, stance, said_on } = one;
    const { title = hostOf(url), author = one.author, kind = "discussion" } = corrected;
    const source = { url, title, author, stance, kind, said_on };
    if (!isOfItsKind(source)) throw new Refused("wrong-kind");
    const added = await addSource(tx, dupe_id, source, by.now);
    if (typeof added === "string") throw new Refused(added);
    await catalogChanged(tx);
    await thankFor(tx, table, id);
    return decide(tx, one, { state: "accepted", reason: null }, by, { dupe: dupe_id, ...source });
  },

  async refuse(tx, id, reason, by) {
    const one = (await findOne(tx, id))!;
    return decide(tx, one, { state: "refused", reason }, by, { dupe: one.dupe_id, url: one.url });
  },

  async reopen(tx, id, { after, at }, now) {
    const one = await findOne(tx, id);
    if (!one || one.state !== after?.state) return false;
    if (one.state === "accepted") {
      const source = await findSource(tx, one.dupe_id, one.url);
      if (source?.created_at !== at) return false;
      await removeSource(tx, source.id, now);
      await catalogChanged(tx);
    }
    await settleSuggestion(tx, table, id, null, now);
    return true;
  },
};

async function findOne(db: Db, id: number): Promise<WaitingSource | undefined> {
  return (await findSourceSuggestions(db, [id]))[0];
}

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
