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

/** Connects the router with the server: puts the site's parts into each request's context, and reads what handlers left there. */
export function createRouter(
  build: ServerBuild,
  config: Config,
  db: Db,
  services: Services,
): Route {
  // Switches off the router's check of origins, which fails behind TLS (RULES.md 15.4); same-origin.ts checks instead.
  const unchecked = { ...build, allowedActionOrigins: ["**"] };
  const handle = createRequestHandler(unchecked, process.env.NODE_ENV);

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
      seldomRequested: perfumeId !== null || path.startsWith("/brand/"),
      userId: context.get(currentUser)?.userId ?? null,
    };
  };
}
