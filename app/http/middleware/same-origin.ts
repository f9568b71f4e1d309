import { data, type MiddlewareFunction } from "react-router";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { unsubscribePath } from "#app/domain/shelf/weekly-subscription.ts";
import type { Step } from "../step.ts";
import { config, isForeign, services } from "./context.ts";

export const noteOrigin: Step = ({ request, context }, next) => {
  if (isRead(request)) return next();
  const { session } = context.get(services).cookies;
  context.set(isForeign, isCrossSite(request, context.get(config).origin, session.name));
  return next();
};

export const refuseCrossSite: MiddlewareFunction<Response> = ({ request, url, context }) => {
  if (isRead(request)) return;
  // Mail programs post from anywhere; only the email's recipient knows the token (RFC 8058).
  if (withoutLanguage(url.pathname) === unsubscribePath) return;
  if (context.get(isForeign)) throw data(null, 403);
};

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

function isCrossSite({ headers }: Request, siteOrigin: string, sessionCookie: string): boolean {
  const origin = headers.get("Origin");
  const site = headers.get("Sec-Fetch-Site");
  // Browsers send one of these headers with every form. A script that sends neither may post, but not with a session.
  if (origin === null && site === null)
    return headers.get("Cookie")?.includes(`${sessionCookie}=`) ?? false;
  const isForeign = origin !== null && origin !== siteOrigin;
  return isForeign || (site !== null && site !== "same-origin" && site !== "none");
}
