import type { Relation } from "#app/domain/catalog/relations.ts";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { type OwnVotes, votesOf } from "#app/domain/reviews/votes.ts";
import { hasAlert } from "#app/domain/shelf/dupe-alerts.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import { listsOf } from "#app/domain/shelf/shelf-entries.ts";
import { currentShelf } from "#app/domain/shelf/visitor-shelf.ts";
import { currentUser, database, type RequestContext } from "#app/http/middleware/context.ts";
import { visitorShelfOf } from "../shelf/visitor-cookie.ts";

export async function ownVotes(context: RequestContext, perfumeId: number): Promise<OwnVotes> {
  const user = context.get(currentUser);
  return user ? votesOf(context.get(database), user.userId, perfumeId) : {};
}

/** Adds the reader's votes that nobody else sees (RULES.md 5.8). */
export const withVotes = (relations: Relation[], votes: OwnVotes): Relation[] =>
  relations.map((one) => {
    const vote = votes[one.id];
    if (vote === undefined || vote.isCounted) return one;
    const likes = one.likes + (vote.voto === 1 ? 1 : 0);
    const dislikes = one.dislikes + (vote.voto === -1 ? 1 : 0);
    return { ...one, likes, dislikes, porcentaje: similarity(likes, dislikes, one.estimacion) };
  });

/** The reader's shelf and alert. @param bottles the page's own first */
export async function readerOf(
  request: Request,
  context: RequestContext,
  bottles: { id: number }[],
) {
  const db = context.get(database);
  const user = context.get(currentUser);
  const ids = bottles.map(({ id }) => id);
  const own = ids[0]!;
  // Only a page without dupes needs the alert (no-dupes.tsx).
  const asksForAlert = user !== null && ids.length === 1;
  const [kept, waits] = await Promise.all([
    keptOf(request, context, ids),
    asksForAlert ? hasAlert(db, user.userId, own) : undefined,
  ]);
  const alert = waits === undefined ? undefined : waits ? ("on" as const) : ("off" as const);
  return { kept, alert };
}

async function keptOf(
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
