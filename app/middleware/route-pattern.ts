import type { MiddlewareFunction } from "react-router";
import { routePattern } from "./context.ts";

/** Notes which route answers, for the metrics (RULES.md 23.2): its pattern, of which there are few, not its address. */
export const noteRoutePattern: MiddlewareFunction<Response> = ({ pattern, context }) => {
  context.set(routePattern, `/${pattern}`);
};
