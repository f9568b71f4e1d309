import { createHmac } from "node:crypto";
import { createCookie, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { endSession, findCurrentUser, startSession } from "../accounts/sessions.ts";
import { config } from "../config.ts";
import { clientAddress, database, sessionLost, currentUser } from "./context.ts";
import { sessionCookie } from "./cookies.ts";
import { clientKey } from "./limits.ts";

/** Ends with the browser; the server ends it earlier or later by its own clock (issue: 14 days idle, 60 in all). */
const cookie = createCookie(sessionCookie, {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: config.secure,
  secrets: config.sessionSecrets,
});

/** Finds out who asks. Anonymous readers cost nothing: no cookie, no question to the database, no header. */
export const withCurrentUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const brought = request.headers.get("Cookie")?.includes(`${sessionCookie}=`) ?? false;
  const token = brought ? await tokenOf(request) : null;
  const user = token && (await findCurrentUser(context.get(database), token, new Date()));
  if (user) context.set(currentUser, user);
  else context.set(sessionLost, brought);
  const response = await next();
  // What is the same for everybody says so itself, e.g. pictures.
  if (!brought || response.headers.get("Cache-Control")?.startsWith("public")) return response;
  response.headers.set("Cache-Control", "private, no-store");
  if (!user && !setsSession(response))
    response.headers.append("Set-Cookie", await signedOutCookie());
  return response;
};

/** Signs a person in on this browser. @returns the Set-Cookie value */
export async function signedInCookie(
  request: Request,
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<string> {
  const db = context.get(database);
  const before = await tokenOf(request);
  if (before) await endSession(db, before);
  const token = await startSession(db, userId, clientHash(context), new Date());
  return cookie.serialize(token);
}

/** Signs this browser out, on the server too. @returns the Set-Cookie value */
export async function signOut(request: Request, context: Readonly<RouterContextProvider>) {
  const token = await tokenOf(request);
  if (token) await endSession(context.get(database), token);
  return signedOutCookie();
}

export const signedOutCookie = () => cookie.serialize("", { maxAge: 0 });

/** Tells clients apart without keeping their address. */
export function clientHash(context: Readonly<RouterContextProvider>): string {
  return createHmac("sha256", config.sessionSecrets[0]!)
    .update(`client ${clientKey(context.get(clientAddress))}`)
    .digest("base64url");
}

async function tokenOf(request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? token : null;
}

const setsSession = (response: Response) =>
  response.headers.getSetCookie().some((set) => set.startsWith(`${sessionCookie}=`));
