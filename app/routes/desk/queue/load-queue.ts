import { redirect, type RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { lastDecision } from "#app/domain/desk/log/audit.ts";
import { type Item, parseItem, subjectOf } from "#app/domain/desk/queue/items.ts";
import { listQueue, type WaitingKind, waitingKinds } from "#app/domain/desk/queue/queue-page.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { answersForm, database, language, services } from "#app/http/middleware/context.ts";
import { describeDecision } from "../decision.ts";

/** Unknown values are ignored. */
export function askedIn(query: URLSearchParams): {
  kind: WaitingKind | null;
  page: number;
  /** shown alone on the page */
  item: Item | null;
} {
  const kind = waitingKinds.find((one) => one === query.get("kind")) ?? null;
  const item = parseItem(query.get("item"));
  return { kind, page: (item === null && parseId(query.get("page"))) || 1, item };
}

export function queuePath(kind: WaitingKind | null, page = 1): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/desk/queue${query.size > 0 ? `?${query}` : ""}`;
}

/** @throws a redirect to the last page if the requested one no longer exists */
export async function loadQueue(context: Readonly<RouterContextProvider>, query: URLSearchParams) {
  const asked = askedIn(query);
  const db = context.get(database);
  const { search } = context.get(services);
  const found = await listQueue(db, search, asked);
  const pages = asked.item ? 1 : Math.max(found.pages, 1);
  if (asked.page > pages) {
    if (!context.get(answersForm))
      throw redirect(inLanguage(context.get(language), queuePath(asked.kind, pages)));
    asked.page = pages;
    found.items = (await listQueue(db, search, asked)).items;
  }
  const { items } = found;
  const next = query.get("next");
  return {
    ...asked,
    now: new Date(),
    items,
    total: found.total,
    pages,
    settled: asked.item && items.length === 0 ? await settledOf(context, asked.item) : null,
    kinds: [null, ...waitingKinds].map((kind) => ({
      kind,
      path: queuePath(kind),
      count:
        kind === null
          ? Object.values(found.counts).reduce((sum, one) => sum + one, 0)
          : found.counts[kind],
    })),
    /** the item that gets the focus after a decision */
    focus:
      next === null ? null : ((items.find(({ name }) => name === next) ?? items[0])?.name ?? null),
  };
}

async function settledOf(context: Readonly<RouterContextProvider>, item: Item) {
  const did = await lastDecision(context.get(database), subjectOf(item));
  return { did: did && describeDecision(context, did) };
}
