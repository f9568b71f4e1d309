import { noteProof } from "#app/domain/accounts/recent-sign-in.ts";
import { endSession, startSession } from "#app/domain/accounts/sessions.ts";
import { clientHash } from "./client-hash.ts";
import { database, type RequestContext, services } from "./context.ts";

export async function sessionToken(
  context: RequestContext,
  request: Request,
): Promise<string | null> {
  const cookie = context.get(services).cookies.session;
  const token: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof token === "string" && token ? token : null;
}

export async function signedInCookie(
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<string> {
  const db = context.get(database);
  const previous = await sessionToken(context, request);
  if (previous) await endSession(db, previous);
  const token = await startSession(db, userId, clientHash(context), new Date());
  return context.get(services).cookies.session.serialize(token);
}

export async function signOut(request: Request, context: RequestContext): Promise<string> {
  const token = await sessionToken(context, request);
  if (token) await endSession(context.get(database), token);
  return signedOutCookie(context);
}

export function signedOutCookie(context: RequestContext): Promise<string> {
  return context.get(services).cookies.session.serialize("", { maxAge: 0 });
}

export async function noteProofOf(request: Request, context: RequestContext): Promise<void> {
  const token = await sessionToken(context, request);
  if (token) await noteProof(context.get(database), token, new Date());
}
