import { data, type MiddlewareFunction } from "react-router";
import { config } from "./context.ts";
import { hasSessionCookie } from "./current-user.ts";

/** Refuses requests of other sites with 403 (RULES.md 4.5). */
export const refuseCrossSite: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  const isForeign =
    (origin !== null && origin !== context.get(config).origin) ||
    (site !== null && site !== "same-origin" && site !== "none");
  // Every browser sends one of them with a form. A script that sends none may post, but not in somebody's name.
  const isUnexplained = origin === null && site === null && hasSessionCookie(request, context);
  if (isForeign || isUnexplained) throw data(null, 403);
};
