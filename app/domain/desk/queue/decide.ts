import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { type By, lastDecision, reasonIn, recordDecision, Stale } from "../log/audit.ts";
import { type Item, itemName, type SeenItem, subjectOf } from "./items.ts";
import type { Change, Corrected, QueueKind, QueueRow } from "./queue-kind.ts";
import { kindOf } from "./kinds.ts";
import { asOperator } from "../roles.ts";

export const maxTicked = 100;

export interface Decided {
  entry: number;
  perfumeId: number | null;
  /** other items with the same meaning, decided with this one */
  along: Item[];
}

type Outcome = Decided | Refused;

/** Creates what was suggested, or shows the price (RULES.md 10.6, 10.7). What is `corrected` replaces what was suggested. */
export async function accept(
  db: Db,
  item: SeenItem,
  corrected: Corrected,
  actor: string,
  now: Date,
): Promise<Decided> {
  return decide(db, item, "accept", null, { actor, now }, (tx, kind, row, by) =>
    kind.accept(tx, row, corrected, by),
  );
}

export async function refuse(
  db: Db,
  item: SeenItem,
  reason: string,
  actor: string,
  now: Date,
): Promise<Decided> {
  const why = reasonIn(reason);
  return decide(db, item, "refuse", why, { actor, now }, (tx, kind, row, by) =>
    kind.refuse(tx, row, why, by),
  );
}

export async function same(
  db: Db,
  item: SeenItem,
  perfumeId: number,
  actor: string,
  now: Date,
): Promise<Decided> {
  return decide(db, item, "same", null, { actor, now }, async (tx, kind, row, by) => {
    if (!kind.same) throw new Refused("not-possible");
    return kind.same(tx, row, perfumeId, by);
  });
}

/** Decides each item separately; skips items already decided together with another. */
export async function decideEach(
  items: readonly SeenItem[],
  work: (item: SeenItem) => Promise<Decided>,
): Promise<[SeenItem, Outcome][]> {
  const done: [SeenItem, Outcome][] = [];
  const along = new Set<string>();
  for (const item of items.slice(0, maxTicked)) {
    const name = itemName(item);
    if (along.has(name)) continue;
    along.add(name);
    try {
      const decided = await work(item);
      for (const one of decided.along) along.add(itemName(one));
      done.push([item, decided]);
    } catch (error) {
      if (!(error instanceof Refused) || error.code === "not-allowed") throw error;
      done.push([item, error]);
    }
  }
  return done;
}

async function decide(
  db: Db,
  item: SeenItem,
  action: "accept" | "refuse" | "same",
  reason: string | null,
  by: By,
  work: (tx: Db, kind: QueueKind, row: QueueRow, by: By) => Promise<Change>,
): Promise<Decided> {
  return asOperator(db, by.actor, async (tx) => {
    const kind = kindOf(item.kind);
    const [row] = await kind.find(tx, [item.id]);
    if (!row) throw new Refused("no-such-item");
    const { version, waiting, canRefuse } = kind.stateOf(row);
    const seen = item.version === null || item.version === version;
    const isOpen = waiting || (canRefuse && action === "refuse");
    if (!isOpen || !seen)
      throw waiting ? new Stale(null, version) : new Stale(await lastDecision(tx, subjectOf(item)));
    const { along = [], ...change } = await work(tx, kind, row, by);
    const decision = { actor: by.actor, action, reason, ...change };
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
    return { entry, perfumeId: change.perfumeId, along };
  });
}
