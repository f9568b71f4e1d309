import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { isCodeHost } from "./source-urls.ts";

type Stored = Selectable<Schema["dupe_sources"]>;
export type Source = Pick<
  Stored,
  "id" | "url" | "title" | "author" | "stance" | "kind" | "said_on"
>;
export type SourceValues = Omit<Source, "id" | "author"> & Partial<Pick<Source, "author">>;

export const stances = ["for", "against"] as const satisfies Source["stance"][];
export const sourceKinds = [
  "review",
  "article",
  "discussion",
  "maker",
  "catalogue",
] as const satisfies Source["kind"][];

export const maxSources = 50;
export const maxSourceTitle = 200;
export const maxAuthor = 100;

/** A data file is a list, whatever is in it, and a list speaks for what is on it (RULES.md 1.15). */
export const isOfItsKind = ({ url, kind, stance }: Pick<Source, "url" | "kind" | "stance">) =>
  kind === "catalogue" ? stance === "for" : !isCodeHost(url);

export interface SourceCounts {
  for: number;
  against: number;
  catalogues: number;
}

type Counted = "sources_for" | "sources_against" | "catalogues";

export const sourceCounts = (dupe: Pick<Selectable<Schema["dupes"]>, Counted>): SourceCounts => ({
  for: dupe.sources_for,
  against: dupe.sources_against,
  catalogues: dupe.catalogues,
});

/** Newest first; those without a day last. */
export async function sourcesOf(db: Db, dupeId: number): Promise<Source[]> {
  return (await sourcesOfAll(db, [dupeId])).get(dupeId) ?? [];
}

export async function sourcesOfAll(
  db: Db,
  dupeIds: readonly number[],
): Promise<Map<number, Source[]>> {
  if (dupeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("dupe_sources")
    .select(["dupe_id", "id", "url", "title", "author", "stance", "kind", "said_on"])
    .where("dupe_id", "in", dupeIds)
    .orderBy((row) => row.fn.coalesce("said_on", row.val("")), "desc")
    .orderBy("id")
    .limit(maxSources * dupeIds.length)
    .execute();
  const found = new Map<number, Source[]>();
  for (const { dupe_id, ...source } of rows)
    found.set(dupe_id, [...(found.get(dupe_id) ?? []), source]);
  return found;
}

export type Supporters = Partial<Record<Source["kind"], number>>;

/** How many sources of each kind say that a dupe smells alike; catalogues say nothing (RULES.md 1.15). Triggers of migrations/baseline/baseline-triggers.ts count alike. */
export async function supportersOf(
  db: Db,
  dupeIds: readonly number[],
): Promise<Map<number, Supporters>> {
  if (dupeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("dupe_sources")
    .select((row) => ["dupe_id", "kind", row.fn.countAll<number>().as("n")])
    .where("dupe_id", "in", dupeIds)
    .where("stance", "=", "for")
    .where("kind", "!=", "catalogue")
    .groupBy(["dupe_id", "kind"])
    .execute();
  const found = new Map<number, Supporters>();
  for (const { dupe_id, kind, n } of rows)
    found.set(dupe_id, { ...found.get(dupe_id), [kind]: Number(n) });
  return found;
}

export async function findSource(db: Db, dupeId: number, url: string) {
  return db
    .selectFrom("dupe_sources")
    .selectAll()
    .where("dupe_id", "=", dupeId)
    .where("url", "=", url)
    .executeTakeFirst();
}

export async function dupeOfSource(db: Db, id: number): Promise<number | undefined> {
  const found = await db
    .selectFrom("dupe_sources")
    .select("dupe_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.dupe_id;
}

/** @param source its address as `parseSourceUrl` returns it @returns the id, or why it was not added */
export async function addSource(
  tx: Db,
  dupeId: number,
  source: SourceValues & { id?: number },
  now: Date,
): Promise<number | "source-there" | "no-room-for-sources"> {
  if (await findSource(tx, dupeId, source.url)) return "source-there";
  const { n } = await tx
    .selectFrom("dupe_sources")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("dupe_id", "=", dupeId)
    .executeTakeFirstOrThrow();
  if (Number(n) >= maxSources) return "no-room-for-sources";
  const { id: given, url, title, author = null, stance, kind, said_on } = source;
  const created_at = now.toISOString();
  const { id } = await tx
    .insertInto("dupe_sources")
    .values({
      ...(given !== undefined && { id: given }),
      dupe_id: dupeId,
      url,
      title,
      author,
      stance,
      kind,
      said_on,
      created_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await touchDupe(tx, dupeId, now);
  return id;
}

export async function updateSource(
  tx: Db,
  { id, dupeId }: { id: number; dupeId: number },
  { title, author, stance, kind, said_on }: Omit<SourceValues, "url">,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("dupe_sources")
    .set({ title, author, stance, kind, said_on })
    .where("id", "=", id)
    .execute();
  await touchDupe(tx, dupeId, now);
}

export async function removeSource(tx: Db, id: number, now: Date) {
  const gone = await tx
    .deleteFrom("dupe_sources")
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (gone) await touchDupe(tx, gone.dupe_id, now);
  return gone;
}

/** The same page once, and no more than a dupe may have: the rest goes with the old dupe. */
export async function moveSources(tx: Db, oldDupe: number, keptDupe: number): Promise<void> {
  const kept = await sourcesOf(tx, keptDupe);
  const known = new Set(kept.map(({ url }) => url));
  const moved = (await sourcesOf(tx, oldDupe))
    .filter(({ url }) => !known.has(url))
    .slice(0, maxSources - kept.length);
  for (const { id } of moved)
    await tx.updateTable("dupe_sources").set({ dupe_id: keptDupe }).where("id", "=", id).execute();
}

export async function haveTooManySources(db: Db, dupeIds: number[]): Promise<boolean> {
  const found = await db
    .selectFrom("dupe_sources")
    .select("dupe_id")
    .where("dupe_id", "in", dupeIds)
    .groupBy("dupe_id")
    .having((row) => row.fn.countAll<number>(), ">", maxSources)
    .executeTakeFirst();
  return found !== undefined;
}

async function touchDupe(tx: Db, id: number, now: Date): Promise<void> {
  await tx
    .updateTable("dupes")
    .set({ updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}
