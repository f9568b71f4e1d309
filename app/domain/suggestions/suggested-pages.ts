import type { Speaker } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";

// RULES.md 6.1
const maxPages = 5;
const maxOfOne = 2;

/** Each once, five at most, two of one mailbox, network or of visitors. @returns whether it was added */
export async function addPage(
  tx: Db,
  id: number,
  url: string,
  { userId, mailboxes, network }: Speaker,
  now: Date,
): Promise<boolean> {
  const known = await tx
    .selectFrom("suggested_pages as page")
    .leftJoin("suggestion_authors as author", (on) =>
      on
        .onRef("author.dupe_suggestion_id", "=", "page.dupe_suggestion_id")
        .onRef("author.user_id", "=", "page.user_id"),
    )
    .select(["url", "page.user_id", "mailbox", "network"])
    .where("page.dupe_suggestion_id", "=", id)
    .execute();
  const own = known.filter(
    (one) =>
      one.user_id === userId ||
      mailboxes.includes(one.mailbox ?? "") ||
      (network !== null && one.network === network),
  );
  if (known.length >= maxPages || own.length >= maxOfOne) return false;
  if (known.some((page) => page.url === url)) return false;
  await tx
    .insertInto("suggested_pages")
    .values({ dupe_suggestion_id: id, url, user_id: userId, at: now.toISOString() })
    .execute();
  return true;
}

/** The addresses that support each suggested dupe, in the order in which they came. */
export async function pagesOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom("suggested_pages")
    .select(["dupe_suggestion_id as id", "url"])
    .where("dupe_suggestion_id", "in", ids)
    .orderBy("at")
    .orderBy("url")
    .execute();
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, pages]) => [id, pages.map(({ url }) => url)]));
}

/** As many as there is room for; the others stay behind. @returns whether any moved */
export async function movePages(tx: Db, oldId: number, keptId: number): Promise<boolean> {
  const pages = await pagesOf(tx, [oldId, keptId]);
  const kept = pages.get(keptId) ?? [];
  const moved = (pages.get(oldId) ?? [])
    .filter((url) => !kept.includes(url))
    .slice(0, maxPages - kept.length);
  for (const url of moved)
    await tx
      .updateTable("suggested_pages")
      .set({ dupe_suggestion_id: keptId })
      .where("dupe_suggestion_id", "=", oldId)
      .where("url", "=", url)
      .execute();
  return moved.length > 0;
}
