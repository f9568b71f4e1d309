import { createHmac } from "node:crypto";
import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { endSession, findCurrentUser, startSession } from "../accounts/sessions.ts";
import { clientKey } from "../limits/client-key.ts";
import { clientAddress, config, currentUser, database, services, sessionLost } from "./context.ts";
import { sessionCookie } from "./cookies.ts";

type Context = Readonly<RouterContextProvider>;

/** Finds out who is signed in. Anonymous readers cost nothing: no cookie, no query, no header. */
export const withCurrentUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const brought = request.headers.get("Cookie")?.includes(`${sessionCookie}=`) ?? false;
  const token = brought ? await tokenOf(context, request) : null;
  const user = token && (await findCurrentUser(context.get(database), token, new Date()));
  if (user) context.set(currentUser, user);
  else context.set(sessionLost, brought);
  const response = await next();
  // What is the same for everybody says so itself, e.g. pictures.
  if (!brought || response.headers.get("Cache-Control")?.startsWith("public")) return response;
  response.headers.set("Cache-Control", "private, no-store");
  if (!user && !setsSession(response))
    response.headers.append("Set-Cookie", await signedOutCookie(context));
  return response;
};

/** Signs a user in on this browser. @returns the Set-Cookie value */
export async function signedInCookie(
  request: Request,
  context: Context,
  userId: string,
): Promise<string> {
  const db = context.get(database);
  const before = await tokenOf(context, request);
  if (before) await endSession(db, before);
  const token = await startSession(db, userId, clientHash(context), new Date());
  return context.get(services).cookies.session.serialize(token);
}

/** Signs this browser out, on the server too. @returns the Set-Cookie value */
export async function signOut(request: Request, context: Context): Promise<string> {
  const token = await tokenOf(context, request);
  if (token) await endSession(context.get(database), token);
  return signedOutCookie(context);
}

/** @returns the Set-Cookie value that makes this browser forget its session */
export function signedOutCookie(context: Context): Promise<string> {
  return context.get(services).cookies.session.serialize("", { maxAge: 0 });
}

/** Tells clients apart without keeping their address. */
export function clientHash(context: Context): string {
  return createHmac("sha256", context.get(config).sessionSecrets[0]!)
    .update(`client ${clientKey(context.get(clientAddress))}`)
    .digest("base64url");
}

async function tokenOf(context: Context, request: Request): Promise<string | null> {
  const cookie = context.get(services).cookies.session;
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? token : null;
}

const setsSession = (response: Response) =>
  response.headers.getSetCookie().some((set) => set.startsWith(`${sessionCookie}=`));
