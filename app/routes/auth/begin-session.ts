import type { RouterContextProvider } from "react-router";
import { joinShelf } from "../../community/shelf.ts";
import { database } from "../../middleware/context.ts";
import { signedInCookie } from "../../middleware/current-user.ts";
import { knownDeviceCookie } from "../../middleware/known-device.ts";
import { standingsOf } from "../../prices/standings.ts";
import { visitorShelfCookie, visitorShelfOf } from "../shelf/visitor-cookie.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Signs a user in on this browser, whose own shelf moves into the account (RULES.md 20.2). What the account has no room for
 * stays in the browser.
 * @returns the Set-Cookie values
 */
export async function beginSession(
  request: Request,
  context: Context,
  userId: string,
): Promise<string[]> {
  return [
    ...(await moveShelf(request, context, userId)),
    await signedInCookie(request, context, userId),
    await knownDeviceCookie(request, context, userId),
  ];
}

async function moveShelf(request: Request, context: Context, userId: string): Promise<string[]> {
  const db = context.get(database);
  const shelf = await visitorShelfOf(request, context);
  if (shelf.length === 0) return [];
  const left = await joinShelf(db, userId, shelf, standingsOf, new Date());
  return [await visitorShelfCookie(context, left)];
}
