import { roleOf } from "#app/domain/desk/operators.ts";
import { data, type MiddlewareFunction } from "react-router";
import { noteProof } from "#app/domain/accounts/recent-sign-in.ts";
import {
  type CurrentUser,
  endSession,
  findCurrentUser,
  startSession,
} from "#app/domain/accounts/sessions.ts";
import { message } from "#app/i18n/messages.server.ts";
import { clientKey, keyed, networksOf } from "#app/limits/client-key.ts";
import { isShared } from "../shared-response.ts";
import {
  clientAddress,
  config,
  currentUser,
  database,
  language,
  operatorRole,
  services,
  sessionLost,
  type RequestContext,
} from "./context.ts";
import { logFailure } from "./log-failure.ts";

/** Sets the request's current user, and their role where they are an operator. Without a session's cookie it reads nothing and adds no header. */
export const withCurrentUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { name } = context.get(services).cookies.session;
  const hasCookie = request.headers.get("Cookie")?.includes(`${name}=`) ?? false;
  const token = hasCookie ? await tokenOf(context, request) : null;
  const user = token && (await userOf(context, token));
  if (user) context.set(currentUser, user);
  else context.set(sessionLost, hasCookie);
  const response = await next();
  if (!hasCookie || isShared(response)) return response;
  response.headers.set("Cache-Control", "private, no-store");
  if (!user && !setsCookie(response, name))
    response.headers.append("Set-Cookie", await signedOutCookie(context));
  return response;
};

/** @throws 500 with the reason when the database cannot tell */
async function userOf(context: RequestContext, token: string): Promise<CurrentUser | null> {
  try {
    const user = await findCurrentUser(context.get(database), token, new Date());
    if (user) context.set(operatorRole, await roleOf(context.get(database), user.userId));
    return user;
  } catch (error) {
    logFailure(context, error);
    throw data({ message: message(context.get(language), "username.errorStatus") }, 500);
  }
}

/** Signs a user in on this browser. @returns the Set-Cookie value */
export async function signedInCookie(
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<string> {
  const db = context.get(database);
  const previous = await tokenOf(context, request);
  if (previous) await endSession(db, previous);
  const token = await startSession(db, userId, clientHash(context), new Date());
  return context.get(services).cookies.session.serialize(token);
}

/** Signs this browser out, on the server too. @returns the Set-Cookie value */
export async function signOut(request: Request, context: RequestContext): Promise<string> {
  const token = await tokenOf(context, request);
  if (token) await endSession(context.get(database), token);
  return signedOutCookie(context);
}

/** @returns the Set-Cookie value that makes this browser forget its session */
export function signedOutCookie(context: RequestContext): Promise<string> {
  return context.get(services).cookies.session.serialize("", { maxAge: 0 });
}

/** @returns a keyed hash of the client's network address */
export function clientHash(context: RequestContext): string {
  const secret = context.get(config).sessionSecrets[0]!;
  return keyed(secret, "client", clientKey(context.get(clientAddress)));
}

/** @returns a keyed hash of the network that an operator signs in from: IPv4 /24, IPv6 /48 (RULES.md 27.8) */
export function operatorNetworkHash(context: RequestContext): string {
  const secret = context.get(config).sessionSecrets[0]!;
  const address = context.get(clientAddress);
  const { network, wide } = networksOf(address);
  return keyed(secret, "operator-network", wide ?? network ?? clientKey(address));
}

/** Notes that who is signed in on this browser has shown their password again (RULES.md 27.6). */
export async function noteProofOf(request: Request, context: RequestContext): Promise<void> {
  const token = await tokenOf(context, request);
  if (token) await noteProof(context.get(database), token, new Date());
}

/**
 * @returns who says something of a price, which counts once for each person with a confirmed address, and once for the network
 * around everybody else (RULES.md 19.6)
 */
export function voterOf(context: RequestContext) {
  const secret = context.get(config).sessionSecrets[0]!;
  const user = context.get(currentUser);
  const { userId = null, confirmed = false } = user ?? {};
  if (user?.confirmed)
    return { userId, confirmed, voter: keyed(secret, "voter", "user", user.userId) };
  const address = context.get(clientAddress);
  const network = networksOf(address).network ?? clientKey(address);
  return { userId, confirmed, voter: keyed(secret, "voter", "network", network) };
}

async function tokenOf(context: RequestContext, request: Request): Promise<string | null> {
  const cookie = context.get(services).cookies.session;
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? token : null;
}

const setsCookie = (response: Response, name: string) =>
  response.headers.getSetCookie().some((set) => set.startsWith(`${name}=`));
