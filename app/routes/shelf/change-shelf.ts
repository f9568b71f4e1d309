import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { perfumeIdOf } from "#app/domain/catalog/slugs.ts";
import { isList, type List } from "#app/domain/shelf/lists.ts";
import { addToShelf, removeFromShelf } from "#app/domain/shelf/shelf-entries.ts";
import { currentShelf, withBottle, withoutBottle } from "#app/domain/shelf/visitor-shelf.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";
import { visitorShelfCookie, visitorShelfOf } from "./visitor-cookie.ts";

const fields = z.object({ perfume_id: hiddenField(), list: hiddenField(), path: hiddenField() });

const shelfForms = {
  "shelf-add": defineForm("shelf-add", fields, { labels: {} }),
  "shelf-remove": defineForm("shelf-remove", fields, { labels: {} }),
};

/** `cookies` holds a visitor's new shelf. */
type Outcome = { done: true; cookies: string[] } | { status: number; message: MessageKey };

/** RULES.md 7.1. Redirects back to the page with the button. */
export async function changeShelf(
  request: Request,
  context: RequestContext,
  form: FormData,
  intent: keyof typeof shelfForms,
) {
  const sent = shelfForms[intent].parse(form, context.get(language));
  const limit = limitOf(context, "shelf");
  const options = { failureMessage: "shelf.error", limit } as const;
  return attempt(context, sent, options, async ({ perfume_id, list, path }) => {
    const perfumeId = parseId(perfume_id);
    if (perfumeId === null) return refuse(context, sent, 404, { message: "shelf.missing" });
    if (intent === "shelf-add" && !isList(list))
      return refuse(context, sent, 422, { message: "shelf.noList" });
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const outcome =
      intent === "shelf-add"
        ? await add(request, context, perfumeId, list as List)
        : await remove(request, context, perfumeId);
    if (!("done" in outcome)) {
      await limit.forgive();
      const { status, message: key } = outcome;
      return refuse(context, sent, status, { message: key, ...toSignIn(context, outcome) });
    }
    const back = await backTo(request, context, path, perfumeId);
    const said = intent === "shelf-add" ? "shelf.added" : "shelf.removed";
    return redirectWithMessage(context, back, said, { cookies: outcome.cookies });
  });
}

/** For an expired session, and for a visitor's full shelf, because an account has more room. */
function toSignIn(context: RequestContext, { message: key }: { message: MessageKey }) {
  if (key !== "shelf.full" && key !== "perfume.errorAuth") return {};
  return { links: signInLinks(context, inLanguage(context.get(language), "/shelf")) };
}

async function add(
  request: Request,
  context: RequestContext,
  perfumeId: number,
  list: List,
): Promise<Outcome> {
  const db = context.get(database);
  const user = context.get(currentUser);
  if (!user) return addForVisitor(request, context, perfumeId, list);
  const bottle = { perfumeId, list };
  switch (await addToShelf(db, user.userId, bottle, new Date())) {
    case "too-many":
      return { status: 409, message: "shelf.tooMany" };
    case "no-such-perfume":
      return { status: 404, message: "shelf.missing" };
    case "no-such-person":
      return { status: 401, message: "perfume.errorAuth" };
    case "added":
      return { done: true, cookies: [] };
  }
}

async function addForVisitor(
  request: Request,
  context: RequestContext,
  sentId: number,
  list: List,
): Promise<Outcome> {
  const db = context.get(database);
  const perfumeId = await currentPerfumeId(db, sentId);
  if (perfumeId === undefined) return { status: 404, message: "shelf.missing" };
  const shelf = await currentShelf(db, await visitorShelfOf(request, context));
  const added = withBottle(shelf, { perfumeId, list, since: new Date().toISOString() });
  if (added === "full") return { status: 409, message: "shelf.full" };
  return { done: true, cookies: [await visitorShelfCookie(context, added)] };
}

async function remove(
  request: Request,
  context: RequestContext,
  perfumeId: number,
): Promise<Outcome> {
  const db = context.get(database);
  const user = context.get(currentUser);
  if (user) {
    await removeFromShelf(db, user.userId, perfumeId);
    return { done: true, cookies: [] };
  }
  const shelf = await currentShelf(db, await visitorShelfOf(request, context));
  const current = (await currentPerfumeId(db, perfumeId)) ?? perfumeId;
  const left = withoutBottle(shelf, current);
  return { done: true, cookies: [await visitorShelfCookie(context, left)] };
}

/** The path of the form's page, with the bottle's card as the fragment if it has none; a script's page stays where it is. */
async function backTo(
  { url }: Request,
  context: RequestContext,
  path: string,
  perfumeId: number,
): Promise<string> {
  if (path === "") return inLanguage(context.get(language), "/shelf");
  const back = safePath(path);
  if (new URL(url).pathname.endsWith(".data")) return back;
  const [, slug] = /^\/perfume\/([^/?#]+)[^#]*$/u.exec(withoutLanguage(back)) ?? [];
  const page = slug === undefined ? null : perfumeIdOf(slug);
  if (page === null) return back;
  const dupe = await findDupeBetween(context.get(database), page, perfumeId);
  return dupe === undefined ? back : `${back}#dupe-${dupe}`;
}
