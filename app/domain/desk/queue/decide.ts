import { cleanText, truncate } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { lastDecision, type LogEntry, recordDecision } from "../log/audit.ts";
import { type Item, itemName, type SeenItem, subjectOf } from "./items.ts";
import type { By, Change, Corrected, Impossible, QueueKind } from "./queue-kind.ts";
import { kindOf } from "./kinds.ts";
import { mayDecide } from "../roles.ts";

/** maximum length of a reason in UTF-16 units */
export const maxReason = 500;
/** maximum items per bulk action */
export const maxTicked = 100;

export type Outcome =
  | {
      outcome: "decided";
      entry: number;
      after: Record<string, unknown>;
      perfumeId: number | null;
      /** other items with the same meaning, decided with this one */
      along: Item[];
    }
  | {
      outcome: "stale";
      /** it still waits, but has changed since */
      waiting: boolean;
      version: number;
      /** null if nobody decided */
      did: LogEntry | null;
    }
  | { outcome: "no-such-item" | "not-allowed" }
  | Impossible;

/** Creates what was suggested, or shows the price (RULES.md 10.6, 10.7). What is `corrected` replaces what was suggested. */
export async function accept(
  db: Db,
  item: SeenItem,
  corrected: Corrected,
  actor: string,
  now: Date,
): Promise<Outcome> {
  return decide(db, item, "accept", null, { actor, now }, (tx, kind, by) =>
    kind.accept(tx, item.id, corrected, by),
  );
}

export async function refuse(
  db: Db,
  item: SeenItem,
  reason: string,
  actor: string,
  now: Date,
): Promise<Outcome> {
  const why = truncate(cleanText(reason), maxReason) || null;
  return decide(db, item, "refuse", why, { actor, now }, (tx, kind, by) =>
    kind.refuse(tx, item.id, why, by),
  );
}

/** Creates the suggested dupe from this bottle if the catalogue lacks it. */
export async function same(
  db: Db,
  item: SeenItem,
  perfumeId: number,
  actor: string,
  now: Date,
): Promise<Outcome> {
  return decide(
    db,
    item,
    "same",
    null,
    { actor, now },
    async (tx, kind, by) =>
      (await kind.same?.(tx, item.id, perfumeId, by)) ?? { outcome: "not-possible" },
  );
}

/** Decides each item separately; skips items already decided together with another. */
export async function acceptAll(
  db: Db,
  items: readonly SeenItem[],
  actor: string,
  now: Date,
): Promise<[SeenItem, Outcome][]> {
  return each(items, (item) => accept(db, item, {}, actor, now));
}

export async function refuseAll(
  db: Db,
  items: readonly SeenItem[],
  reason: string,
  actor: string,
  now: Date,
): Promise<[SeenItem, Outcome][]> {
  return each(items, (item) => refuse(db, item, reason, actor, now));
}

async function each(
  items: readonly SeenItem[],
  work: (item: SeenItem) => Promise<Outcome>,
): Promise<[SeenItem, Outcome][]> {
  const done: [SeenItem, Outcome][] = [];
  const along = new Set<string>();
  for (const item of items.slice(0, maxTicked)) {
    const name = itemName(item);
    if (along.has(name)) continue;
    along.add(name);
    const outcome = await work(item);
    if (outcome.outcome === "decided") for (const one of outcome.along) along.add(itemName(one));
    done.push([item, outcome]);
  }
  return done;
}

async function decide(
  db: Db,
  item: SeenItem,
  action: "accept" | "refuse" | "same",
  reason: string | null,
  by: By,
  work: (tx: Db, kind: QueueKind, by: By) => Promise<Change | Impossible>,
): Promise<Outcome> {
  return inTransaction(db, async (tx): Promise<Outcome> => {
    if (!(await mayDecide(tx, by.actor))) return { outcome: "not-allowed" };
    const kind = kindOf(item.kind);
    const found = await kind.find(tx, item.id);
    if (!found) return { outcome: "no-such-item" };
    const seen = item.version === null || item.version === found.version;
    const { version, waiting, canRefuse } = found;
    if (!(waiting || (canRefuse && action === "refuse")) || !seen)
      return { outcome: "stale", version, waiting, did: await lastDecision(tx, subjectOf(item)) };
    const change = await work(tx, kind, by);
    if ("outcome" in change) return change;
    const { along = [], ...logged } = change;
    const decision = { actor: by.actor, action, reason, ...logged };
    const entry = await recordDecision(tx, { ...decision, subject: subjectOf(item) }, by.now);
    for (const other of along)
      await recordDecision(
        tx,
        {
          ...decision,
          subject: subjectOf(other),
          before: { state: "waiting" },
          after: { ...change.after, along: subjectOf(item) },
        },
        by.now,
      );
    const after = change.after as Record<string, unknown>;
    return { outcome: "decided", entry, after, perfumeId: change.perfumeId, along };
  });
}
