import { isbot } from "isbot";
import { createViewLog } from "../catalog/view-log.ts";
import { db } from "./database.ts";
import { isPrefetch } from "./prefetch.ts";

const views = createViewLog(db);

/** Counts the opening of a perfume's page if a person opened it: no crawler, no prefetch, no HEAD (design §5). */
export function recordView(
  view: { perfumeId: number; userId: string | null; address: string },
  request: Request,
): void {
  const agent = request.headers.get("User-Agent");
  if (request.method !== "GET" || !agent || isbot(agent) || isPrefetch(request.headers)) return;
  views.record({ ...view, agent });
}

/** Writes the views that wait for their batch. */
export function flushViews(): Promise<void> {
  return views.flush();
}
