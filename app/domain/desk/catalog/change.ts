import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { type By, type Decision, recordDecision } from "../log/audit.ts";
import type { Added, Scope } from "../undo/watch.ts";
import { watched } from "../undo/watch.ts";
import { asOperator } from "../roles.ts";

export interface Changed extends Omit<Decision, "actor" | "reason"> {
  perfumeId: number;
  added?: Added;
}

export interface Done {
  entry: number;
  perfumeId: number;
}

/** Changes the catalogue, logs it and stores what an undo needs, in one transaction (RULES.md 10.12) */
export async function changeCatalog(
  db: Db,
  { actor, now, reason = null }: By,
  scope: Scope,
  work: (tx: Db) => Promise<Changed>,
): Promise<Done> {
  return asOperator(db, actor, async (tx) => {
    const { result, store } = await watched(tx, scope, () => work(tx));
    const { added, ...decision } = result;
    const entry = await recordDecision(tx, { ...decision, actor, reason }, now);
    await store(entry, now, added);
    await catalogChanged(tx);
    return { entry, perfumeId: decision.perfumeId };
  });
}

export async function findPerfume(db: Db, id: number) {
  return db.selectFrom("perfumes").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function bottleOf(db: Db, id: number) {
  const bottle = await findPerfume(db, id);
  if (!bottle) throw new Refused("no-such-perfume");
  return bottle;
}
