import { z } from "zod";
import { seal, unseal } from "#app/domain/accounts/secrets.ts";
import { config, type RequestContext, services } from "#app/http/middleware/context.ts";

const purpose = "google-link";
const lifetimeMs = 10 * 60 * 1000;

/** A Google id that waits for the password of the account with its address (RULES.md 9.7). */
export interface PendingLink {
  userId: string;
  sub: string;
  path: string;
}

const sealed = z.object({
  userId: z.string(),
  sub: z.string(),
  path: z.string(),
  until: z.number(),
});

/** @param link null clears it @returns Set-Cookie value */
export async function pendingLinkCookie(
  context: RequestContext,
  link: PendingLink | null,
): Promise<string> {
  const cookie = context.get(services).cookies.googleLink;
  if (link === null) return cookie.serialize("", { maxAge: 0 });
  const text = JSON.stringify({ ...link, until: Date.now() + lifetimeMs });
  return cookie.serialize(seal(context.get(config).sessionSecrets[0]!, purpose, text));
}

export async function readPendingLink(
  request: Request,
  context: RequestContext,
): Promise<PendingLink | null> {
  const cookie = context.get(services).cookies.googleLink;
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof value !== "string") return null;
  const text = unseal(context.get(config).sessionSecrets, purpose, value);
  const link = text === null ? null : sealed.parse(JSON.parse(text));
  return link && link.until > Date.now() ? link : null;
}
