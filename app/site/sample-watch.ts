import { hasSample } from "#app/domain/desk/sample/sample-community.ts";
import type { Db } from "#db/database.ts";

/** Knows whether the invented community is in the database (RULES.md 1.14), without a query per page. */
export function createSampleWatch(db: Db, onChange: () => void) {
  let present = false;
  return {
    isPresent: () => present,
    async look(): Promise<void> {
      const found = await hasSample(db).catch(() => present);
      if (found === present) return;
      present = found;
      onChange();
    },
  };
}
