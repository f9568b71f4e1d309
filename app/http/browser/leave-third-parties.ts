import { type DataStrategyResult, type MiddlewareFunction, redirectDocument } from "react-router";
import { pendingHash } from "./react-router-internals.ts";
import { isPrivate } from "#app/i18n/paths.ts";

/**
 * Keeps scripts of third parties away from private pages (RULES.md 10.4): they live as long as their document, so who goes
 * from a page that has them to a private page, by a link, a form or the browser's buttons, gets a new document; and another
 * one on the way back, where they may be again.
 */
export const leaveThirdParties: MiddlewareFunction<Record<string, DataStrategyResult>> = ({
  request,
}) => {
  const to = new URL(request.url);
  const must = "gtag" in window || "adsbygoogle" in window ? isPrivate(to) : mayReturnOn(to);
  if (must && request.method === "GET")
    throw redirectDocument(to.pathname + to.search + pendingHash());
};

const mayReturnOn = (to: URL) =>
  isPrivate(new URL(location.href)) &&
  !isPrivate(to) &&
  /(?:^|; )consent=(?:[^;]*\.)?(?:analytics|ads)(?:[.;]|$)/u.test(document.cookie);
