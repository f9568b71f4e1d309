import type { Peers } from "#db/database.ts";
import { createPageCache, type PageCache } from "#app/http/page-cache.ts";

/** A page dropped in one process is dropped in all; all pages are dropped when a notice may have been missed. */
export function createSharedPages(peers: Peers): PageCache {
  const pages = createPageCache();
  const drop = (path: string) => {
    pages.drop(path);
    // Home names the best dupes of popular bottles.
    pages.drop("/");
  };
  peers.subscribe("page", drop);
  peers.onMissed(() => pages.clear());
  return {
    ...pages,
    drop(path) {
      drop(path);
      peers.publish("page", path);
    },
  };
}
