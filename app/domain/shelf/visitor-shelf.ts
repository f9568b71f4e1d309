import { z } from "zod";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { type List, lists } from "./lists.ts";

/** A cookie cannot hold many more (RULES.md 7.2). */
export const maxVisitorBottles = 50;

/** Newest first. */
export type VisitorShelf = VisitorBottle[];

interface VisitorBottle {
  perfumeId: number;
  list: List;
  /** ISO 8601, in whole seconds */
  since: string;
}

const id = z.int().positive();
/** seconds since 1970, up to the year 9999 */
const seconds = z.int().min(0).max(253_402_300_799);
const stored = z.array(z.tuple([id, z.literal([0, 1, 2]), seconds])).max(maxVisitorBottles);

/** @param value of a cookie, untrusted @returns an empty shelf if it is invalid */
export function readVisitorShelf(value: unknown): VisitorShelf {
  const { data = [] } = stored.safeParse(value);
  const bottles = data.map(([perfumeId, list, at]) => ({
    perfumeId,
    list: lists[list]!,
    since: new Date(at * 1000).toISOString(),
  }));
  return [...new Map(bottles.map((bottle) => [bottle.perfumeId, bottle])).values()];
}

/** Compact, because cookies are small; read by `readVisitorShelf`. */
export function storeVisitorShelf(shelf: VisitorShelf): [number, number, number][] {
  return shelf.map(({ perfumeId, list, since }) => [
    perfumeId,
    lists.indexOf(list),
    Math.floor(Date.parse(since) / 1000),
  ]);
}

/** @throws Refused "full-cookie" */
export function withBottle(shelf: VisitorShelf, bottle: VisitorBottle): VisitorShelf {
  const others = withoutBottle(shelf, bottle.perfumeId);
  if (others.length >= maxVisitorBottles) throw new Refused("full-cookie");
  return [bottle, ...others];
}

export function withoutBottle(shelf: VisitorShelf, perfumeId: number): VisitorShelf {
  return shelf.filter((one) => one.perfumeId !== perfumeId);
}

/** Replaces merged bottles by the remaining one and drops removed ones (RULES.md 1.9). */
export async function currentShelf(db: Db, shelf: VisitorShelf): Promise<VisitorShelf> {
  if (shelf.length === 0) return [];
  const ids = shelf.map(({ perfumeId }) => perfumeId);
  const rows = await db.selectFrom("perfumes").select("id").where("id", "in", ids).execute();
  const there = new Set(rows.map(({ id }) => id));
  const current = new Map<number, VisitorBottle>();
  for (const bottle of shelf) {
    const perfumeId = there.has(bottle.perfumeId)
      ? bottle.perfumeId
      : await currentPerfumeId(db, bottle.perfumeId);
    const known = perfumeId === undefined ? undefined : current.get(perfumeId);
    if (perfumeId !== undefined && (!known || known.since < bottle.since))
      current.set(perfumeId, { ...bottle, perfumeId });
  }
  return [...current.values()];
}
