import { type MiddlewareFunction, RouterContextProvider, type ServerBuild } from "react-router";
import type { Db } from "#db/database.ts";
import type { Config } from "#app/config.ts";
import { createAllowedMethods } from "./allowed-methods.ts";
import { problemDetails } from "./api-answers.ts";
import { assets, assetsPrefix, textFile } from "./assets.ts";
import { cachedPages } from "./cached-pages.ts";
import { canonicalPaths } from "./canonical-path.ts";
import { clientAddressOf } from "./client-address.ts";
import { failures, requestIds, timing } from "./every-answer.ts";
import { metricsPage } from "./metrics-page.ts";
import { withConsent } from "./middleware/consent.ts";
import {
  clientAddress,
  config as configContext,
  database,
  requestId,
  type Services,
  services as servicesContext,
} from "./middleware/context.ts";
import { withCurrentUser } from "./middleware/current-user.ts";
import { withFlash } from "./middleware/flash.ts";
import { refuseLargeBody } from "./middleware/limit-body.ts";
import { noteMatchedRoute, refuseUnknownLanguage } from "./middleware/matched-route.ts";
import { withPageHeaders } from "./middleware/page-headers.ts";
import { createVariantOf } from "./middleware/page-variant.ts";
import { detectLanguage, withLanguage } from "./middleware/request-language.ts";
import { noteOrigin, refuseCrossSite } from "./middleware/same-origin.ts";
import { views } from "./page-view.ts";
import {
  knownMethod,
  longEnough,
  namedByUs,
  ownHost,
  pathOnly,
  type RawRequest,
  type RawStep,
  untilAnswered,
} from "./raw-request.ts";
import { requestIdOf } from "./request-id.ts";
import { createRouter } from "./router.ts";
import { rawSecurityHeaders, securityHeaders } from "./security-headers.ts";
import { inOrder, type Step } from "./step.ts";
import { wholeBodies } from "./whole-bodies.ts";

interface Parts {
  config: Config;
  build: ServerBuild;
  db: Db;
  services: Services;
  viewLog: Parameters<typeof views>[0];
  scrape: Parameters<typeof metricsPage>[1];
}

// Everything that runs around every request, in three lists, outermost first.

const onNodesRequest = ({ secure, origin, trustedProxyHops }: Config): RawStep[] => [
  longEnough,
  rawSecurityHeaders(secure),
  namedByUs(trustedProxyHops),
  untilAnswered,
  ownHost(origin),
  pathOnly,
  knownMethod,
];

function aroundTheRouter({ config, build, services, viewLog, scrape }: Parts): Step[] {
  const { indexNow, secure } = config;
  const keyFile = indexNow && `/${indexNow.key}.txt`;
  const isFile = (path: string) => path.startsWith(assetsPrefix) || path === keyFile;
  return [
    securityHeaders(secure),
    requestIds,
    timing(services.metrics?.answered),
    wholeBodies,
    problemDetails,
    failures,
    noteOrigin,
    createAllowedMethods(build, isFile),
    metricsPage(config.metricsToken, scrape),
    assets(build.assetsBuildDirectory),
    ...(keyFile ? [textFile(keyFile, indexNow.key)] : []),
    canonicalPaths,
    views(viewLog),
    cachedPages(services.pages, createVariantOf(config, services.cookies)),
  ];
}

/** Of every route, whose own middleware comes after these; what they throw is a page (app/root.tsx). */
export const insideTheRouter: MiddlewareFunction<Response>[] = [
  noteMatchedRoute,
  withPageHeaders,
  detectLanguage,
  withLanguage,
  refuseCrossSite,
  refuseLargeBody,
  withCurrentUser,
  withFlash,
  withConsent,
  refuseUnknownLanguage,
];

export function createPipeline(parts: Parts) {
  const { config, build, db, services } = parts;
  const { trustedProxyHops: hops } = config;
  const received = onNodesRequest(config);
  const handle = inOrder(aroundTheRouter(parts), createRouter(build));
  return {
    /** Before there is a `Request` (app/start.ts). */
    receive(raw: RawRequest): void {
      for (const step of received) step(raw);
    },
    fetch(request: Request, client?: { address: string; requestId?: string }): Promise<Response> {
      const { headers } = request;
      const context = new RouterContextProvider();
      context.set(configContext, config);
      context.set(database, db);
      context.set(servicesContext, services);
      context.set(requestId, client?.requestId ?? requestIdOf(headers.get("X-Request-Id"), hops));
      const address = clientAddressOf(client?.address, headers.get("X-Forwarded-For"), hops);
      context.set(clientAddress, address);
      return handle({ request, url: new URL(request.url), context });
    },
  };
}
