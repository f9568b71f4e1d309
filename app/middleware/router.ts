import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Db } from "#db/connect.ts";
import type { Config } from "../config.ts";
import { withoutLanguage } from "../i18n/paths.ts";
import type { Route } from "../server/fetch.ts";
import {
  clientAddress,
  config as configContext,
  currentUser,
  database,
  renderedPage,
  type Services,
  services as servicesContext,
  viewedPerfume,
} from "./context.ts";

/** The router as the server uses it: each request gets what the site made, and gives back what its page left. */
export function createRouter(
  build: ServerBuild,
  config: Config,
  db: Db,
  services: Services,
): Route {
  // The router compares origins with the request's own, which behind TLS is another: same-origin.ts sees to it instead.
  const trusting = { ...build, allowedActionOrigins: ["**"] };
  const handle = createRequestHandler(trusting, process.env.NODE_ENV);

  return async (request, address) => {
    const context = new RouterContextProvider();
    context.set(configContext, config);
    context.set(database, db);
    context.set(servicesContext, services);
    context.set(clientAddress, address);
    const response = await handle(request, context);
    const perfumeId = context.get(viewedPerfume);
    const path = withoutLanguage(new URL(request.url).pathname);
    return {
      response,
      page: context.get(renderedPage),
      perfumeId,
      oneOfMany: perfumeId !== null || path.startsWith("/brand/"),
      userId: context.get(currentUser)?.userId ?? null,
    };
  };
}
