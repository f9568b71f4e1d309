import type { ServerBuild } from "react-router";
import { createTargetOf, withAllowedMethods } from "#app/http/allowed-methods.ts";
import { createPageAnswers, type Render } from "#app/http/answer-page.ts";
import { withApiAnswers } from "#app/http/api-answers.ts";
import { assetsPrefix, withAssets } from "#app/http/assets.ts";
import { withCanonicalPath } from "#app/http/canonical-path.ts";
import { withWholeBody } from "#app/http/discard-body.ts";
import { withMetricsPage } from "#app/http/metrics-page.ts";
import type { Services } from "#app/http/middleware/context.ts";
import { withoutDesk } from "#app/http/middleware/desk-routes.ts";
import { createVariantOf } from "#app/http/middleware/page-variant.ts";
import { isCrossSite } from "#app/http/middleware/same-origin.ts";
import { withSecurityHeaders } from "#app/http/security-headers.ts";
import { forOtherSites } from "#app/http/shared-response.ts";
import {
  beginVisit,
  type Fetch,
  withFailures,
  withRequestId,
  withTiming,
  type Wrapper,
} from "#app/http/visit.ts";
import { withoutLanguage } from "#app/i18n/paths.ts";
import type { Config } from "#app/config.ts";
import { isFromSearch, isPrefetch, isView, markUncounted } from "#app/http/page-view.ts";
import { clientKey, widestNetworkOf } from "#app/limits/client-key.ts";
import type { ViewLog } from "#app/domain/views/view-log.ts";

interface Parts {
  config: Config;
  build: ServerBuild;
  render: Render;
  services: Pick<Services, "cookies" | "metrics" | "pages">;
  viewLog: Parameters<typeof withViews>[0];
  scrape: () => Promise<{ text: string; type: string }>;
}

/** Everything around the router, outermost first. */
export function createPipeline(parts: Parts): Fetch {
  const { config, build, render, services, viewLog, scrape } = parts;
  const { cookies, metrics, pages } = services;
  const keyFile = config.indexNow && `/${config.indexNow.key}.txt`;
  const isFile = (path: string) => path.startsWith(assetsPrefix) || path === keyFile;
  // Without the desk, so that methods on its addresses are refused the same way for everyone (RULES.md 10.2).
  const targetOf = createTargetOf(withoutDesk(build), isFile);
  const isForeign = (request: Request) => isCrossSite(request, config.origin, cookies.session.name);

  const wrappers: Wrapper[] = [
    withSecurityHeaders(config.secure),
    withRequestId,
    withTiming(metrics?.answered),
    withIndexAction,
    withWholeBody,
    withApiAnswers,
    withFailures,
    withAllowedMethods(targetOf, isForeign),
    withMetricsPage(config.metricsToken, scrape),
    withAssets(build.assetsBuildDirectory),
    ...(keyFile && config.indexNow ? [withPlainFile(keyFile, config.indexNow.key)] : []),
    withCanonicalPath(render),
    withViews(viewLog),
    withDataUnindexed,
  ];
  const variantOf = createVariantOf(config, cookies);
  const handle = wrappers.reduceRight(
    (next, wrap) => wrap(next),
    createPageAnswers(pages, variantOf, render),
  );
  return (request, client) => handle(request, beginVisit(request, client, config.trustedProxyHops));
}

/** The router expects actions of an index route (the home page) at `?index`. */
const withIndexAction: Wrapper = (next) => (request, visit) => {
  if (request.method !== "POST" || withoutLanguage(visit.url.pathname) !== "/")
    return next(request, visit);
  visit.url.searchParams.set("index", "");
  return next(new Request(visit.url, request), visit);
};

/** Paths of static files are case-sensitive. */
const withPlainFile =
  (path: string, text: string): Wrapper =>
  (next) =>
  async (request, visit) => {
    const { method } = request;
    if (visit.url.pathname !== path || (method !== "GET" && method !== "HEAD"))
      return next(request, visit);
    visit.route = "file";
    return new Response(method === "HEAD" ? null : text, {
      headers: {
        ...forOtherSites,
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
      },
    });
  };

const withDataUnindexed: Wrapper = (next) => async (request, visit) => {
  const response = await next(request, visit);
  if (visit.url.pathname.endsWith(".data")) response.headers.set("X-Robots-Tag", "noindex");
  return response;
};

/** Counts views of perfume pages, but not prefetches: search results are prefetched and may be viewed later. */
const withViews =
  (viewLog: Pick<ViewLog, "record" | "found">): Wrapper =>
  (next) =>
  async (request, visit) => {
    const response = await next(request, visit);
    const { perfumeId, userId, address, url } = visit;
    if (perfumeId === null) return response;
    const client = clientKey(address);
    const network = widestNetworkOf(address);
    const searched = isFromSearch(request, url);
    if (isView(request, url)) viewLog.record({ perfumeId, userId, client, network, searched });
    if (isPrefetch(request.headers)) {
      markUncounted(response.headers);
      if (searched) viewLog.found(client, [perfumeId]);
    }
    return response;
  };
