import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

type Stored = Selectable<Schema["dupe_sources"]>;
export type Source = Pick<Stored, "id" | "url" | "title" | "stance" | "kind" | "said_on">;
export type SourceValues = Omit<Source, "id">;

export const stances = ["for", "against"] as const satisfies Source["stance"][];
export const sourceKinds = [
  "review",
  "list",
  "maker",
  "discussion",
] as const satisfies Source["kind"][];

export const maxSources = 50;
export const maxSourceTitle = 200;

/** Newest first; those without a day last. */
export async function sourcesOf(db: Db, dupeId: number): Promise<Source[]> {
  return db
    .selectFrom("dupe_sources")
    .select(["id", "url", "title", "stance", "kind", "said_on"])
    .where("dupe_id", "=", dupeId)
    .orderBy((row) => row.fn.coalesce("said_on", row.val("")), "desc")
    .orderBy("id")
    .limit(maxSources)
    .execute();
}

export async function findSource(db: Db, dupeId: number, url: string): Promise<Source | undefined> {
  return db
    .selectFrom("dupe_sources")
    .select(["id", "url", "title", "stance", "kind", "said_on"])
    .where("dupe_id", "=", dupeId)
    .where("url", "=", url)
    .executeTakeFirst();
}

export type NotAdded = "there-already" | "too-many";

/** @param source its address as `parseSourceUrl` returns it @returns the id, or why it was not added */
export async function addSource(
  tx: Db,
  dupeId: number,
  source: SourceValues,
  now: Date,
): Promise<number | NotAdded> {
  if (await findSource(tx, dupeId, source.url)) return "there-already";
  const { n } = await tx
    .selectFrom("dupe_sources")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("dupe_id", "=", dupeId)
    .executeTakeFirstOrThrow();
  if (Number(n) >= maxSources) return "too-many";
  const { url, title, stance, kind, said_on } = source;
  const created_at = now.toISOString();
  const { id } = await tx
    .insertInto("dupe_sources")
    .values({ dupe_id: dupeId, url, title, stance, kind, said_on, created_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await touchDupe(tx, dupeId, now);
  return id;
}

export async function updateSource(
  tx: Db,
  { id, dupeId }: { id: number; dupeId: number },
  { title, stance, kind, said_on }: Omit<SourceValues, "url">,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("dupe_sources")
    .set({ title, stance, kind, said_on })
    .where("id", "=", id)
    .execute();
  await touchDupe(tx, dupeId, now);
}

export async function removeSource(tx: Db, id: number, now: Date): Promise<boolean> {
  const gone = await tx
    .deleteFrom("dupe_sources")
    .where("id", "=", id)
    .returning("dupe_id")
    .executeTakeFirst();
  if (gone) await touchDupe(tx, gone.dupe_id, now);
  return gone !== undefined;
}

async function touchDupe(tx: Db, id: number, now: Date): Promise<void> {
  await tx
    .updateTable("dupes")
    .set({ updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}
