import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { language, type RequestContext } from "./context.ts";
import { redirectWithMessage } from "./flash.ts";
import { signedOutCookie } from "./session-cookie.ts";

/** The browser also drops its copies of the person's pages (RULES.md 9.5). @param cookie the session's, cleared */
export async function redirectSignedOut(
  context: RequestContext,
  to: string,
  key: MessageKey,
  cookie: string,
): Promise<Response> {
  const answer = await redirectWithMessage(context, to, key, { cookies: [cookie] });
  // "cookies" would take the language, the shelf and this answer's message along.
  answer.headers.set("Clear-Site-Data", '"cache"');
  return answer;
}

export async function toHomeSignedOut(context: RequestContext, key: MessageKey): Promise<Response> {
  const home = inLanguage(context.get(language), "/");
  return redirectSignedOut(context, home, key, await signedOutCookie(context));
}
