import type { Db } from "#db/database.ts";
import { announce } from "#db/dialect.ts";

/** Makes every process drop its pages and rebuild its index (RULES.md 1.10). Call in the transaction of the change. */
export async function catalogChanged(db: Db): Promise<void> {
  await db
    .updateTable("catalogue_version")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
  await announce(db, "catalog");
}

export async function catalogVersion(db: Db): Promise<number> {
  return (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow())
    .version;
}

/** ms; search must see a change within two seconds (RULES.md 1.10) */
const interval = 250;

/** Calls `onChange` after another process has changed the catalogue (RULES.md 1.10). */
export function createCatalogWatch(db: Db, onChange: () => void) {
  let known: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  let looking: Promise<void> | undefined;

  /** One poll at a time: an unreachable database can take seconds to fail. */
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));

  async function lookOnce(): Promise<void> {
    const version = await catalogVersion(db).catch(() => known);
    if (known !== undefined && version !== known) onChange();
    known = version;
  }

  return {
    look,
    start() {
      void look();
      timer ??= setInterval(() => void look(), interval).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

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
