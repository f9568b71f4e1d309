import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { perfumeIdOf } from "#app/domain/catalog/slugs.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { isList, type List } from "#app/domain/shelf/lists.ts";
import { addToShelf, removeFromShelf } from "#app/domain/shelf/shelf-entries.ts";
import { currentShelf, withBottle, withoutBottle } from "#app/domain/shelf/visitor-shelf.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admit } from "#app/http/forms/gate.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { inLanguage, withoutLanguage } from "#app/i18n/paths.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";
import { visitorShelfCookie, visitorShelfOf } from "./visitor-cookie.ts";

const fields = z.object({ perfume_id: hiddenField(), list: hiddenField(), path: hiddenField() });

const shelfForms = {
  "shelf-add": defineForm("shelf-add", fields),
  "shelf-remove": defineForm("shelf-remove", fields),
};

/** RULES.md 7.1. Redirects back to the page with the button. */
export async function changeShelf(
  request: Request,
  context: RequestContext,
  form: FormData,
  intent: keyof typeof shelfForms,
) {
  const sent = shelfForms[intent].parse(form, context.get(language));
  const gate = {
    failure: "shelf.error",
    limit: "shelf",
    // An account has more room.
    more: ({ code }: Refused) =>
      code === "full-cookie" || code === "no-such-person"
        ? { links: signInLinks(context, inLanguage(context.get(language), "/shelf")) }
        : {},
  } as const;
  return admit(context, sent, gate, async ({ perfume_id, list, path }) => {
    const perfumeId = parseId(perfume_id);
    if (perfumeId === null) throw new Refused("no-such-perfume");
    if (intent === "shelf-add" && !isList(list)) throw new Refused("no-such-list");
    const cookies =
      intent === "shelf-add"
        ? await add(request, context, perfumeId, list as List)
        : await remove(request, context, perfumeId);
    const back = await backTo(request, context, path, perfumeId);
    const said = intent === "shelf-add" ? "shelf.added" : "shelf.removed";
    return redirectWithMessage(context, back, said, { cookies });
  });
}

/** @returns the cookie with a visitor's new shelf @throws Refused */
async function add(
  request: Request,
  context: RequestContext,
  sentId: number,
  list: List,
): Promise<string[]> {
  const db = context.get(database);
  const user = context.get(currentUser);
  if (user) {
    await addToShelf(db, user.userId, { perfumeId: sentId, list }, new Date());
    return [];
  }
  const perfumeId = await currentPerfumeId(db, sentId);
  if (perfumeId === undefined) throw new Refused("no-such-perfume");
  const shelf = await currentShelf(db, await visitorShelfOf(request, context));
  const added = withBottle(shelf, { perfumeId, list, since: new Date().toISOString() });
  return [await visitorShelfCookie(context, added)];
}

async function remove(
  request: Request,
  context: RequestContext,
  perfumeId: number,
): Promise<string[]> {
  const db = context.get(database);
  const user = context.get(currentUser);
  if (user) {
    await removeFromShelf(db, user.userId, perfumeId);
    return [];
  }
  const shelf = await currentShelf(db, await visitorShelfOf(request, context));
  const current = (await currentPerfumeId(db, perfumeId)) ?? perfumeId;
  return [await visitorShelfCookie(context, withoutBottle(shelf, current))];
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
