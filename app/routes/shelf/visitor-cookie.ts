import {
  readVisitorShelf,
  storeVisitorShelf,
  type VisitorShelf,
} from "#app/domain/shelf/visitor-shelf.ts";
import { services, type RequestContext } from "#app/http/middleware/context.ts";

/** Empty when the cookie is missing or forged (RULES.md 7.2). */
export async function visitorShelfOf(
  request: Request,
  context: RequestContext,
): Promise<VisitorShelf> {
  const { shelf } = context.get(services).cookies;
  return readVisitorShelf(await shelf.parse(request.headers.get("Cookie")));
}

/** An empty shelf deletes the cookie. @returns Set-Cookie value */
export async function visitorShelfCookie(
  context: RequestContext,
  shelf: VisitorShelf,
): Promise<string> {
  const { shelf: cookie } = context.get(services).cookies;
  return shelf.length === 0
    ? cookie.serialize("", { maxAge: 0 })
    : cookie.serialize(storeVisitorShelf(shelf));
}
