import { addBottle, type BottleName } from "#app/domain/catalog/bottles.ts";
import { addDupe, findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { hostOf, isCodeHost } from "#app/domain/catalog/source-urls.ts";
import {
  addSource,
  findSource,
  removeSource,
  type SourceValues,
} from "#app/domain/catalog/sources.ts";
import { findBottle, twinKey } from "#app/domain/catalog/known-names.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { authorsOf, type Suggested } from "#app/domain/suggestions/suggestion-authors.ts";
import { thankAuthors } from "#app/domain/suggestions/due-thanks.ts";
import {
  type Closing,
  closeSuggestion,
  findSuggestions,
  reopenSuggestion,
  type Suggestion,
  waitingPerfumes,
  waitingTwins,
} from "#app/domain/suggestions/waiting-suggestions.ts";
import type { Item } from "./items.ts";
import type { By } from "../log/audit.ts";
import type { Change, Corrected, QueueKind } from "./queue-kind.ts";

const maxAskers = 5;

export const suggestions = (kind: Suggested): QueueKind<Suggestion> => ({
  async find(db, ids) {
    return [...(await findSuggestions(db, kind, ids)).values()];
  },

  stateOf: ({ version, state }) => ({ version, waiting: state === "waiting" }),

  async describe(db, rows) {
    const ids = rows.map(({ id }) => id);
    const authors = await authorsOf(db, kind, ids, maxAskers);
    return rows.map(({ id, marca, nombre, original, pages }) => {
      const { people = 0, first = [] } = authors.get(id) ?? {};
      const details = { kind, marca, nombre, pages };
      return { people, askers: first, perfume: original, details };
    });
  },

  async accept(tx, found, corrected, by) {
    const suggestion = { ...found, pages: corrected.pages ?? found.pages };
    const { marca, nombre } = { ...suggestion, ...corrected };
    const known = await findBottle(tx, { marca, nombre });
    if (known !== undefined && known === suggestion.original?.id)
      throw new Refused("dupe-of-itself");
    const bottleId = known ?? (await addBottle(tx, { marca, nombre }, by.now.toISOString()));
    const dupe = await relate(tx, suggestion, bottleId, by, corrected);
    const after = { marca, nombre, bottle: bottleId, madeBottle: known === undefined, ...dupe };
    const closing = { state: "accepted", bottleId, reason: null } as const;
    const along = await closeAll(tx, kind, suggestion, [{ marca, nombre }], closing, by);
    await thankAuthors(tx, idsOf([{ kind, id: suggestion.id }, ...along]));
    await catalogChanged(tx);
    return change(suggestion, bottleId, { state: "accepted", ...after }, along);
  },

  async refuse(tx, suggestion, reason, { actor, now }) {
    const closing = { state: "refused", bottleId: null, reason } as const;
    await closeSuggestion(tx, kind, suggestion.id, closing, actor, now);
    return change(suggestion, suggestion.original?.id ?? null, { state: "refused" });
  },

  async same(tx, suggestion, perfumeId, by) {
    const bottleId = await currentPerfumeId(tx, perfumeId);
    if (bottleId === undefined) throw new Refused("no-such-perfume");
    if (bottleId === suggestion.original?.id) throw new Refused("dupe-of-itself");
    const dupe = await relate(tx, suggestion, bottleId, by);
    const closing = { state: "same", bottleId, reason: null } as const;
    const along = await closeAll(tx, kind, suggestion, [], closing, by);
    if (dupe?.madeDupe) await thankAuthors(tx, idsOf([{ kind, id: suggestion.id }, ...along]));
    if (dupe?.madeDupe || dupe?.url) await catalogChanged(tx);
    return change(suggestion, bottleId, { state: "same", bottle: bottleId, ...dupe }, along);
  },

  async reopen(tx, suggestion, { after, at }, now) {
    if (suggestion.state !== "refused" && suggestion.state !== "same") return false;
    await takeSourcesBack(tx, suggestion, { urls: [after?.url ?? []].flat(), at }, now);
    await reopenSuggestion(tx, kind, suggestion.id);
    return true;
  },
});

const change = (
  { marca, nombre, original }: Suggestion,
  perfumeId: number | null,
  after: object,
  along: Item[] = [],
): Change => ({
  before: { state: "waiting", marca, nombre, ...(original && { original: original.id }) },
  after,
  perfumeId,
  along,
});

const idsOf = (items: Item[]) => {
  const of = (kind: Suggested) => items.filter((one) => one.kind === kind).map(({ id }) => id);
  return { perfume: of("perfume"), dupe: of("dupe") };
};

async function relate(
  tx: Db,
  { original, pages }: Suggestion,
  bottleId: number,
  { now }: By,
  named: Pick<Corrected, "author" | "kind"> = {},
) {
  if (!original) return undefined;
  const known = await findDupeBetween(tx, original.id, bottleId);
  const dupe = known ?? (await addDupe(tx, original.id, bottleId, {}, now.toISOString()));
  const url: string[] = [];
  for (const page of pages)
    if (typeof (await addSource(tx, dupe, supporting(page, named), now)) === "number")
      url.push(page);
  return { dupe, madeDupe: known === undefined, ...(url.length > 0 && { url }) };
}

/** What a suggested page becomes (RULES.md 6.1). */
const supporting = (
  url: string,
  { author = null, kind = "discussion" }: Pick<Corrected, "author" | "kind">,
): SourceValues => ({
  url,
  title: hostOf(url),
  author,
  stance: "for",
  kind: isCodeHost(url) ? "catalogue" : kind,
  said_on: null,
});

/** Removes the sources that the decision added to a dupe that was there already. */
async function takeSourcesBack(
  tx: Db,
  { original, bottleId }: Suggestion,
  { urls, at }: { urls: unknown[]; at: string },
  now: Date,
): Promise<void> {
  if (!original || bottleId === null) return;
  const dupe = await findDupeBetween(tx, original.id, bottleId);
  for (const url of urls) {
    const source = dupe === undefined ? undefined : await findSource(tx, dupe, String(url));
    if (source?.created_at === at) await removeSource(tx, source.id, now);
  }
}

/** Also closes suggestions in other spellings and of the corrected names; a dupe also closes suggestions of its bottle. */
async function closeAll(
  tx: Db,
  kind: Suggested,
  suggestion: Suggestion,
  names: BottleName[],
  closing: Closing,
  { actor, now }: By,
): Promise<(Item & { kind: Suggested })[]> {
  const keys = [suggestion.twin_key, ...names.map(twinKey)];
  const others = [
    ...(await waitingTwins(tx, kind, suggestion, keys)).map((id) => ({ kind, id })),
    ...(kind === "dupe" && closing.state === "accepted"
      ? (await waitingPerfumes(tx, keys)).map((id) => ({ kind: "perfume" as const, id }))
      : []),
  ];
  for (const one of [{ kind, id: suggestion.id }, ...others])
    await closeSuggestion(tx, one.kind, one.id, closing, actor, now);
  return others;
}
