import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { Words } from "./i18n/words.ts";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { warmSearch } from "./catalog/find-perfumes.ts";
import { config } from "./config.ts";
import { translators } from "./i18n/translators.server.ts";
import { contentSecurityPolicy } from "./request/content-security-policy.ts";
import { consent, language, structuredData } from "./request/context.ts";
import { db } from "./request/database.ts";
import { hydrateOnIntent } from "./request/hydrate-on-intent.ts";
import { tidyHourly } from "./request/housekeeping.ts";
import { sender } from "./request/mail.ts";
import { withThirdParties } from "./request/third-parties.ts";
import { flushViews } from "./request/views.ts";
import { withData } from "./seo/data-block.ts";
import { isMigrated } from "#db/migrate.ts";

export { createFetch } from "./request/fetch.ts";
export { logLine } from "./request/log.ts";
export { forgetPage } from "./request/page-cache.ts";
export { config, db, flushViews, sender };

/** Checks, before the first request, that the server can do its work. @throws Error with one line that says what to do. */
export async function ready(): Promise<void> {
  if (!(await isMigrated(db)))
    throw new Error("The database's schema is not up to date: run `npm run db:migrate` first.");
  void warmSearch(db);
  sender.start();
  tidyHourly(db);
  const stop = () => void Promise.all([flushViews(), sender.stop()]);
  process.once("SIGTERM", stop).once("SIGINT", stop);
}

/** Renders the whole page and then hands it over: parts that stream in later would stay hidden without JavaScript. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const rendered = await render(
    <Words value={translators[context.get(language)]}>
      <ServerRouter context={routerContext} url={request.url} />
    </Words>,
  );
  const page = withData(rendered, context.get(structuredData));
  headers.set("Content-Type", "text/html; charset=utf-8");
  // The development server adds scripts of its own.
  if (import.meta.env.DEV) return new Response(page, { status, headers });
  const saveData = request.headers.get("Save-Data") === "on";
  const own = hydrateOnIntent(page, saveData);
  const given = saveData ? [] : (context.get(consent)?.given ?? []);
  const { html, scripts } = withThirdParties(own.html, given);
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy([...own.scripts, ...scripts], given),
  );
  return new Response(html, { status, headers });
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
}

async function render(page: React.ReactNode): Promise<string> {
  const chunks: Buffer[] = [];
  const body = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  await new Promise<void>((resolve, reject) => {
    body.once("finish", resolve);
    const { pipe } = renderToPipeableStream(page, {
      // Larger boundaries would be sent apart and swapped in by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: reject,
      onAllReady: () => pipe(body),
    });
  });
  return Buffer.concat(chunks).toString();
}
