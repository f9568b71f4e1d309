import type { RouterContextProvider } from "react-router";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { votesOf } from "#app/domain/reviews/votes.ts";
import { hasAlert } from "#app/domain/shelf/dupe-alerts.ts";
import { currentUser, database } from "#app/http/middleware/context.ts";
import { keptOf } from "../shelf/kept.ts";

/** The reader's votes that nobody else sees, by dupe (RULES.md 5.8). */
export async function uncountedVotes(context: Readonly<RouterContextProvider>, perfumeId: number) {
  const user = context.get(currentUser);
  return user ? votesOf(context.get(database), user.userId, perfumeId, "uncounted") : {};
}

export const withVotes = (relations: Relation[], votes: Record<number, 1 | -1>): Relation[] =>
  relations.map((one) => {
    const voto = votes[one.id];
    if (voto === undefined) return one;
    const likes = one.likes + (voto === 1 ? 1 : 0);
    const dislikes = one.dislikes + (voto === -1 ? 1 : 0);
    return { ...one, likes, dislikes, porcentaje: similarity(likes, dislikes, one.estimacion) };
  });

/** The reader's votes, shelf and alert. @param bottles the page's own first */
export async function readerOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  bottles: { id: number }[],
) {
  const db = context.get(database);
  const user = context.get(currentUser);
  const ids = bottles.map(({ id }) => id);
  const own = ids[0]!;
  // Only a page without dupes needs the alert (no-dupes.tsx).
  const asksForAlert = user !== null && ids.length === 1;
  const [votes, kept, waits] = await Promise.all([
    user ? votesOf(db, user.userId, own) : {},
    keptOf(request, context, ids),
    asksForAlert ? hasAlert(db, user.userId, own) : undefined,
  ]);
  const alert = waits === undefined ? undefined : waits ? ("on" as const) : ("off" as const);
  return { votes, kept, alert };
}
