import { type DataStrategyResult, type MiddlewareFunction, redirectDocument } from "react-router";
import { isPrivate } from "../page-kinds.ts";
import { pendingHash } from "./react-router-internals.ts";

/** Third-party scripts live as long as their document, so going to a private page and back loads new documents (RULES.md 13.7). */
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
  /(?:^|; )(?:__Host-)?consent=(?:[^;]*\.)?(?:analytics|ads)(?:[.;]|$)/u.test(document.cookie);
