import type { MiddlewareFunction } from "react-router";
import { isNowhere, routePattern } from "./context.ts";
import { isUnknownLanguage } from "./unknown-language.ts";

/** Notes which route answers, for the metrics (RULES.md 23.2): its pattern, of which there are few, not its address. */
export const noteRoutePattern: MiddlewareFunction<Response> = ({ pattern, params, context }) => {
  context.set(routePattern, `/${pattern}`);
  context.set(isNowhere, pattern === ":lang?/*" || isUnknownLanguage(params));
};
