import type { Db } from "#db/database.ts";

/** Known before a page is rendered, because pages must not wait for it (RULES.md 13.6). */
export function createForeignPhotos(
  db: Db,
  onChange: () => void,
): { any(): boolean; look(): Promise<void> } {
  let any = true;
  async function look() {
    const before = any;
    any = await hasForeignPhotos(db).catch(() => true);
    if (any !== before) onChange();
  }
  return { any: () => any, look };
}

async function hasForeignPhotos(db: Db): Promise<boolean> {
  const found = db
    .selectFrom("perfumes")
    .select("id")
    .where("foto", ">=", "https:")
    .where("foto", "<", "https;")
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}
