import { expect, test, vi } from "vitest";
import type { Peers } from "#db/database.ts";
import { createSharedPages } from "./shared-pages.ts";

/** Processes whose notices reach the others. */
function processes(count: number) {
  const heard: ((path: string) => void)[] = [];
  return Array.from({ length: count }, (_, at) => {
    const publish = vi.fn<Peers["publish"]>((_, path) =>
      heard.forEach((hear, to) => to !== at && hear(path)),
    );
    const subscribe = (_topic: string, hear: (path: string) => void) => (heard[at] = hear);
    const peers = { publish, subscribe, onMissed: () => {} } as unknown as Peers;
    const pages = createSharedPages(peers);
    return { pages, publish };
  });
}

test("a page dropped in one process is dropped in all, home with it (RULES.md 13.5, 14.14)", async () => {
  const [one, other] = processes(2);
  const path = "/perfume/creed-aventus-1";
  for (const { pages } of [one!, other!])
    for (const at of [path, "/"]) await pages.readOnce(at, async () => "old");
  one!.pages.drop(path);
  for (const { pages } of [one!, other!])
    for (const at of [path, "/"]) expect(await pages.readOnce(at, async () => "new")).toBe("new");
  expect(other!.publish).not.toHaveBeenCalled();
});
