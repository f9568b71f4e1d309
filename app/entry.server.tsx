import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import { TranslationsContext } from "./i18n/translations.ts";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { warmSearch } from "./catalog/find-perfumes.ts";
import { config } from "./config.ts";
import type { Language } from "./i18n/languages.ts";
import { translators } from "./i18n/translators.server.ts";
import { contentSecurityPolicy } from "./request/content-security-policy.ts";
import { consent, language, renderedPage, structuredData } from "./request/context.ts";
import { db } from "./request/database.ts";
import { hydrateOnIntent } from "./request/hydrate-on-intent.ts";
import { tidyHourly } from "./request/housekeeping.ts";
import { announcer } from "./request/index-now.ts";
import { sender } from "./request/mail.ts";
import { thirdParties } from "./request/third-parties.ts";
import { flushViews } from "./request/views.ts";
import { dataBlock } from "./seo/data-block.ts";
import { isMigrated } from "#db/migrate.ts";

export { createFetch } from "./request/fetch.ts";
export { logLine } from "./request/log.ts";
export { forgetPage } from "./request/page-cache.ts";
export { announcer, config, db, flushViews, sender };

/** Checks, before the first request, that the server can do its work. @throws Error with one line that says what to do. */
export async function ready(): Promise<void> {
  if (!(await isMigrated(db)))
    throw new Error("The database's schema is not up to date: run `npm run db:migrate` first.");
  void warmSearch(db);
  sender.start();
  announcer?.start();
  tidyHourly(db);
  const stop = () => void Promise.all([flushViews(), sender.stop(), announcer?.stop()]);
  process.once("SIGTERM", stop).once("SIGINT", stop);
}

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
  const others = thirdParties(given);
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy([...own.scripts, ...others.scripts], given),
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
    <TranslationsContext value={translators[language]}>
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
