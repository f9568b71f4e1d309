import { noteProof, staying } from "#app/domain/accounts/session-lifetime.ts";
import { endSession, findCurrentUser, startSession } from "#app/domain/accounts/sessions.ts";
import { clientHash, voiceSettings } from "./client-hash.ts";
import { currentUser, database, type RequestContext, services } from "./context.ts";

export async function sessionToken(
  context: RequestContext,
  request: Request,
): Promise<string | null> {
  const token: unknown = await cookieOf(context).parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? token : null;
}

export async function signedInCookie(
  request: Request,
  context: RequestContext,
  userId: string,
  stays: boolean,
  checked?: string | null,
): Promise<string> {
  const db = context.get(database);
  const previous = await sessionToken(context, request);
  if (previous) await endSession(db, previous);
  const token = await startSession(db, userId, clientHash(context), new Date(), stays, checked);
  const { emailsAreConfirmed } = voiceSettings(context);
  context.set(currentUser, await findCurrentUser(db, token, new Date(), emailsAreConfirmed));
  return stays ? stayingCookie(context, token) : cookieOf(context).serialize(token);
}

/** For another 30 days (RULES.md 9.5). */
export const stayingCookie = (context: RequestContext, token: string) =>
  cookieOf(context).serialize(token, { maxAge: staying.idleTimeout / 1000 });

export async function signOut(request: Request, context: RequestContext): Promise<string> {
  const token = await sessionToken(context, request);
  if (token) await endSession(context.get(database), token);
  return signedOutCookie(context);
}

export function signedOutCookie(context: RequestContext): Promise<string> {
  return cookieOf(context).serialize("", { maxAge: 0 });
}

const cookieOf = (context: RequestContext) => context.get(services).cookies.session;

export async function noteProofOf(request: Request, context: RequestContext): Promise<void> {
  const token = await sessionToken(context, request);
  if (token) await noteProof(context.get(database), token, new Date());
}
