import type { RouterContextProvider } from "react-router";
import {
  readVisitorShelf,
  storeVisitorShelf,
  type VisitorShelf,
} from "#app/domain/shelf/visitor-shelf.ts";
import { services } from "#app/http/middleware/context.ts";

type Context = Readonly<RouterContextProvider>;

/** @returns the shelf that the browser's cookie has (RULES.md 20.2); an empty one when it has none, or a forged one */
export async function visitorShelfOf(request: Request, context: Context): Promise<VisitorShelf> {
  const { shelf } = context.get(services).cookies;
  const header = request.headers.get("Cookie");
  return header?.includes(`${shelf.name}=`) ? readVisitorShelf(await shelf.parse(header)) : [];
}

/** @returns the Set-Cookie value that keeps a shelf for a year; an empty one is forgotten */
export function visitorShelfCookie(context: Context, shelf: VisitorShelf): Promise<string> {
  const { shelf: cookie } = context.get(services).cookies;
  return shelf.length === 0
    ? cookie.serialize("", { maxAge: 0 })
    : cookie.serialize(storeVisitorShelf(shelf));
}
