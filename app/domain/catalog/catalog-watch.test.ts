import { expect, test, vi } from "vitest";
import { catalogueChanged } from "./catalog-version.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { createCatalogueWatch } from "./catalog-watch.ts";

test("each change of the catalogue is told once, and none at the first look or while the database cannot be read", async () => {
  const db = await freshDatabase();
  const changed = vi.fn<() => void>();
  const watch = createCatalogueWatch(db, changed);
  await watch.look();
  await watch.look();
  expect(changed).not.toHaveBeenCalled();
  await catalogueChanged(db);
  await watch.look();
  await watch.look();
  expect(changed).toHaveBeenCalledTimes(1);
  await db.destroy();
  await watch.look();
  expect(changed).toHaveBeenCalledTimes(1);
});
