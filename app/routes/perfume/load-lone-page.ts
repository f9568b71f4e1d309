import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { reportPage } from "./reviews/report-review.ts";
import { factsPage } from "./suggest-facts.ts";

/** A form that has a bottle's address to itself; null when none was asked for. */
export const loadLonePage = async (
  ...[request, context, query, bottle]: Parameters<typeof factsPage>
) =>
  (await reportPage(request, context, query, { id: bottle.id, path: perfumePath(bottle) })) ??
  (await factsPage(request, context, query, bottle));
