import type { RouterContextProvider } from "react-router";
import { bottlesAround, bottlesOf } from "#app/domain/catalog/relations.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { message } from "#app/i18n/messages.server.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { withQuery } from "./panel-address.ts";
import { missingPage } from "../missing-page.ts";

/** The perfume page that a form was sent from. */
export interface Place {
  perfumeId: number;
  /** its address, in the page's language */
  path: string;
  /** how its list is sorted and filtered: "" or "sort=price&" */
  query: string;
  /** what is open in a card: "", "prices=7" or "reviews=9" */
  open: string;
}

/** A dupe can be suggested only for a perfume that there is (RULES.md 6.5); without it there is no page that could show the refusal. */
export function unidentified(context: Readonly<RouterContextProvider>) {
  const text = message(context.get(language), "perfume.errorPerfumeId");
  return missingPage(context, 404, { message: text });
}

/** The address of a dupe's reviews, open in its card, the list sorted as it was. */
export function reviewsPath(
  { path, query }: Pick<Place, "path" | "query">,
  dupeId: number,
  more: Record<string, string> = {},
) {
  const open = new URLSearchParams({ reviews: String(dupeId), ...more });
  return `${withQuery(path, query, String(open))}#dupe-${dupeId}`;
}

/** Signing in, with the way back. */
export function signInPath(context: Readonly<RouterContextProvider>, back: string): string {
  return withRedirectTo(inLanguage(context.get(language), "/auth"), back);
}

/** The link of a refusal to who must sign in first (RULES.md 4.2). @param back where to go then */
export function signInLink(context: Readonly<RouterContextProvider>, back: string) {
  const text = message(context.get(language), "auth.mustLogin");
  return { to: signInPath(context, back), text };
}

/** Takes the pages of both bottles of a dupe from the cache, because what both show of it has changed (RULES.md 11.2). */
export async function dropPagesOf(context: Readonly<RouterContextProvider>, dupeId: number) {
  const { pages } = context.get(services);
  for (const bottle of await bottlesOf(context.get(database), dupeId))
    pages.drop(perfumePath(bottle));
}

/** The same of a bottle whose prices have changed: its own page, and those on which it has a card. */
export async function dropPagesAround(context: Readonly<RouterContextProvider>, bottleId: number) {
  const { pages } = context.get(services);
  for (const bottle of await bottlesAround(context.get(database), bottleId))
    pages.drop(perfumePath(bottle));
}
