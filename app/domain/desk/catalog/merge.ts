import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import {
  joinDupes,
  moveDupes,
  replaceBottle,
  sharedDupes,
} from "#app/domain/catalog/move-dupes.ts";
import { moveAliases } from "#app/domain/catalog/move-aliases.ts";
import { movePrices } from "#app/domain/prices/move-prices.ts";
import { moveVotesAndReviews } from "#app/domain/reviews/move-votes.ts";
import { recount } from "#app/domain/reviews/due-voices.ts";
import { moveShelf } from "#app/domain/shelf/shelf-entries.ts";
import { moveSuggestions } from "#app/domain/suggestions/move-suggestions.ts";
import { moveSourceSuggestions } from "#app/domain/suggestions/source-suggestions.ts";
import { moveViews } from "#app/domain/views/write-views.ts";
import { foldNewViewsOf } from "#app/domain/views/new-views.ts";
import type { By } from "../log/audit.ts";
import { bottleOf, changeCatalog, type Done, findPerfume } from "./change.ts";

/** Moves everything of a bottle to another, which keeps its own names, photo, links and estimates (RULES.md 1.9). */
export async function mergePerfumes(
  db: Db,
  oldId: number,
  intoId: number,
  at: Date,
): Promise<{ into: string }> {
  return inTransaction(db, async (tx) => {
    if (oldId === intoId) throw new Refused("same-bottle");
    await foldNewViewsOf(tx, [oldId, intoId]);
    const old = await bottleOf(tx, oldId);
    const into = await findPerfume(tx, intoId);
    if (!into) throw new Refused("no-such-bottle");
    if (await findDupeBetween(tx, oldId, intoId)) throw new Refused("dupe-of-the-other");

    const now = at.toISOString();
    for (const pair of await sharedDupes(tx, oldId, intoId)) {
      await moveVotesAndReviews(tx, pair, now);
      await moveSourceSuggestions(tx, pair.oldDupe, pair.keptDupe);
      await joinDupes(tx, pair, now);
      for (const table of ["verdicts", "blind_tests"] as const)
        await recount[table](tx, [pair.keptDupe]);
    }
    await moveDupes(tx, oldId, intoId, now);
    await moveViews(tx, oldId, intoId);
    await moveSuggestions(tx, oldId, intoId);
    await moveShelf(tx, oldId, intoId);
    await moveAliases(tx, old, into);
    await movePrices(tx, oldId, intoId, at);
    await replaceBottle(tx, old, into, now);
    await catalogChanged(tx);
    return { into: `${into.marca} ${into.nombre}` };
  });
}

/** `mergePerfumes` with a log entry (RULES.md 10.15). "no-such-perfume" means the merged bottle, "no-such-bottle" the remaining one. */
export async function merge(db: Db, id: number, into: number, by: By): Promise<Done> {
  // The merged bottle comes first, because an undo needs its views.
  const scope = { perfumes: [id, into], whole: true };
  return changeCatalog(db, by, scope, async (tx) => {
    const { marca, nombre } = await bottleOf(tx, id);
    const merged = await mergePerfumes(tx, id, into, by.now);
    const before = { marca, nombre };
    const after = { into, name: merged.into };
    return { action: "merge", subject: `perfume:${id}`, before, after, perfumeId: into };
  });
}
