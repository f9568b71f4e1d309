import { expect, test, vi } from "vitest";
import { catalogChanged, createCatalogWatch } from "./catalog-version.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { eventually } from "../../../tests/support/eventually.ts";

test("each catalogue change is reported once, but not on the first poll or while the database is unreadable", async () => {
  const db = await freshDatabase();
  const changed = vi.fn<() => void>();
  const watch = createCatalogWatch(db, changed);
  await watch.look();
  await watch.look();
  expect(changed).not.toHaveBeenCalled();
  await catalogChanged(db);
  await watch.look();
  await watch.look();
  expect(changed).toHaveBeenCalledTimes(1);
  await db.destroy();
  await watch.look();
  expect(changed).toHaveBeenCalledTimes(1);
});

test("a running watch reports a change within a quarter of a second", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const db = await freshDatabase();
  const changed = vi.fn<() => void>();
  const watch = createCatalogWatch(db, changed);
  watch.start();
  await watch.look();
  await catalogChanged(db);
  vi.advanceTimersByTime(250);
  vi.useRealTimers();
  await eventually(() => expect(changed).toHaveBeenCalledTimes(1));
  watch.stop();
  await db.destroy();
});
