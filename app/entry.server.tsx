import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import { TranslationsContext } from "./i18n/translations.ts";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import type { Language } from "./i18n/languages.ts";
import { translatorIn } from "./i18n/translators.server.ts";
import { hydrateOnIntent } from "./client/hydrate-on-intent.ts";
import { sourcesOf, thirdParties } from "./client/third-parties.ts";
import { config, consent, language, renderedPage, structuredData } from "./middleware/context.ts";
import { dataBlock } from "./seo/data-block.ts";
import { contentSecurityPolicy } from "./server/content-security-policy.ts";

export { createSite } from "./site.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = await render(routerContext, request.url, context.get(language));
  const data = dataBlock(context.get(structuredData));
  headers.set("Content-Type", "text/html; charset=utf-8");
  // The development server adds scripts of its own.
  if (import.meta.env.DEV) return new Response(page + data + end, { status, headers });
  const saveData = request.headers.get("Save-Data") === "on";
  const own = hydrateOnIntent(page, saveData);
  const given = saveData ? [] : (context.get(consent)?.given ?? []);
  const others = thirdParties(given, context.get(config).analyticsId);
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy(
      [...own.scripts, ...others.scripts],
      given.map((purpose) => sourcesOf[purpose]),
    ),
  );
  context.set(renderedPage, own.html + data + others.tags + end);
  return new Response(null, { status, headers });
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
}

/** How every page that React renders ends. What is no part of it for React stands before. */
const end = "</body></html>";

/**
 * The whole page but its end, in one piece: parts that stream in later would stay hidden without JavaScript. So the router's
 * data, which it would send after the page, go last in the body, in the way it sends them (react-router's StreamTransfer),
 * and React writes a string instead of a stream of bytes: a tenth of the time that a page takes.
 */
async function render(
  { serverHandoffStream, ...routerContext }: EntryContext,
  url: string,
  language: Language,
): Promise<string> {
  const page = renderToString(
    <TranslationsContext value={translatorIn(language)}>
      <ServerRouter context={routerContext} url={url} />
    </TranslationsContext>,
  );
  const withScripts = serverHandoffStream && routerContext.renderMeta?.didRenderScripts;
  const data = withScripts ? handOver(await text(serverHandoffStream)) : "";
  return `<!DOCTYPE html>${page.slice(0, -end.length)}${data}`;
}

function handOver(data: string): string {
  const controller = "window.__reactRouterContext.streamController";
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script>${controller}.enqueue(${json});${controller}.close();</script>`;
}
