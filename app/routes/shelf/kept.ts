import type { List } from "#app/domain/shelf/lists.ts";
import { listsOf } from "#app/domain/shelf/shelf-entries.ts";
import { currentShelf } from "#app/domain/shelf/visitor-shelf.ts";
import { currentUser, database, type RequestContext } from "#app/http/middleware/context.ts";
import { visitorShelfOf } from "./visitor-cookie.ts";

/** The list of each bottle; bottles that are not on the reader's shelf are missing. */
export async function keptOf(
  request: Request,
  context: RequestContext,
  perfumeIds: number[],
): Promise<ReadonlyMap<number, List>> {
  const db = context.get(database);
  const user = context.get(currentUser);
  if (user) return listsOf(db, user.userId, perfumeIds);
  const shelf = await visitorShelfOf(request, context);
  const current = shelf.length === 0 ? [] : await currentShelf(db, shelf);
  return new Map(current.map(({ perfumeId, list }) => [perfumeId, list]));
}
