import { catalogueChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type Actor, type Decision, recordDecision } from "../log/audit.ts";
import type { Scope } from "../undo/snapshot.ts";
import { watched } from "../undo/watch.ts";
import { mayDecide } from "../roles.ts";

/** Who changes the catalogue, when and why. */
export interface By {
  actor: Actor;
  now: Date;
  reason?: string | null;
}

/** What was changed, for the log. */
export interface Changed extends Omit<Decision, "actor" | "reason"> {
  perfumeId: number;
  /** dupes that the change made */
  added?: number[];
}

export interface Done {
  outcome: "done";
  /** the entry of the log */
  entry: number;
}

export type NotDone = { outcome: "not-allowed" | "no-such-perfume" };

/**
 * Changes the catalogue in one transaction with the entry of the log and what is needed to undo it (RULES.md 26.1).
 * @param scope what it may change; null for what cannot be undone
 * @param work returns what it changed, or why it changed nothing
 */
export async function changeCatalogue<Refused extends { outcome: string }>(
  db: Db,
  { actor, now, reason = null }: By,
  scope: Scope | null,
  work: (tx: Db) => Promise<Changed | Refused>,
): Promise<Done | NotDone | Refused> {
  return inTransaction(db, async (tx): Promise<Done | NotDone | Refused> => {
    if (!(await mayDecide(tx, actor))) return { outcome: "not-allowed" };
    const { result, store } = scope
      ? await watched(tx, scope, () => work(tx))
      : { result: await work(tx) };
    if (!isChange(result)) return result;
    const { added, ...decision } = result;
    const entry = await recordDecision(tx, { ...decision, actor, reason }, now);
    await store?.(entry, now, added);
    await catalogueChanged(tx);
    return { outcome: "done", entry };
  });
}

const isChange = (result: object): result is Changed => "action" in result;

/** @returns the bottle, or undefined */
export async function findPerfume(db: Db, id: number) {
  return db.selectFrom("perfumes").selectAll().where("id", "=", id).executeTakeFirst();
}
