import { z } from "zod";
import {
  readVisitorShelf,
  storeVisitorShelf,
  type VisitorShelf,
} from "#app/domain/shelf/visitor-shelf.ts";
import { config, services, type RequestContext } from "#app/http/middleware/context.ts";
import { shelfCookie, withoutFormer } from "#app/http/middleware/cookies.ts";

/** Under its former name it was a bare list, so nobody can plant today's cookie under that name (RULES.md 7.2). */
const own = z.object({ shelf: z.unknown() });

/** Empty when the cookie is missing or forged (RULES.md 7.2). */
export async function visitorShelfOf(
  request: Request,
  context: RequestContext,
): Promise<VisitorShelf> {
  const { shelf, formerShelf } = context.get(services).cookies;
  const header = request.headers.get("Cookie");
  if (!header?.includes(`${shelfCookie}=`)) return [];
  const found = own.safeParse(await shelf.parse(header));
  if (found.success) return readVisitorShelf(found.data.shelf);
  return readVisitorShelf(await formerShelf.parse(header));
}

/** An empty shelf deletes the cookie. @returns Set-Cookie values */
export async function visitorShelfCookies(
  request: Request,
  context: RequestContext,
  shelf: VisitorShelf,
): Promise<string[]> {
  const { shelf: cookie } = context.get(services).cookies;
  const set =
    shelf.length === 0
      ? await cookie.serialize("", { maxAge: 0 })
      : await cookie.serialize({ shelf: storeVisitorShelf(shelf) } satisfies z.input<typeof own>);
  return [set, ...withoutFormer(request, shelfCookie, context.get(config).secure)];
}
