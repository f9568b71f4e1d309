import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { handoffScript } from "./http/browser/handoff.ts";
import { hydrateOnIntent } from "./http/browser/hydrate-on-intent.ts";
import { ownScript } from "./http/browser/own-script.ts";
import { sourcesOf, thirdParties } from "./http/browser/third-parties.ts";
import { keptFields } from "./http/forms/kept-fields.ts";
import type { Language } from "./i18n/languages.ts";
import { withoutLanguage } from "./i18n/paths.ts";
import { changesPage } from "#app/http/page-kinds.ts";
import { TranslationsContext } from "./i18n/translations.ts";
import { translatorIn } from "./i18n/translators.server.ts";
import { thirdPartiesOn } from "./http/middleware/consent.ts";
import {
  config,
  language,
  renderedPage,
  requestId,
  services,
  structuredData,
  viewedPerfume,
} from "./http/middleware/context.ts";
import { logFailure } from "./http/middleware/log-failure.ts";
import { dataBlock } from "./seo/data-block.ts";
import { contentSecurityPolicy } from "./http/content-security-policy.ts";
import { RequestNumberContext } from "./ui/error-page.tsx";
import { popularInstead } from "./ui/explain-error.ts";
import { KeptFormContext } from "./ui/kept-form.tsx";

export { createSite } from "./site/site.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const lang = context.get(language);
  const number =
    status < 500
      ? null
      : translatorIn(lang).t("messages:error.number", { id: context.get(requestId) });
  const errors = Object.values(routerContext.staticHandlerContext.errors ?? {});
  // Other refusals may have refused the body itself.
  const keepsForm = status >= 500 || errors.some(popularInstead);
  const fields = keepsForm && errors.length > 0 ? await keptFields(request) : null;
  const kept = fields && {
    fields,
    title: translatorIn(lang).t("messages:error.kept"),
    send: translatorIn(lang).t("messages:error.sendAgain"),
  };
  const { page, handoff } = await render(routerContext, request.url, lang, (router) => (
    <RequestNumberContext value={number}>
      <KeptFormContext value={kept}>{router}</KeptFormContext>
    </RequestNumberContext>
  ));
  const data = dataBlock(context.get(structuredData));
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (import.meta.env.DEV)
    return new Response([doctype, page, handoff, data, end].join(""), { status, headers });
  const saveData = request.headers.get("Save-Data") === "on";
  const inert = hydrateOnIntent(page, handoff, saveData);
  const url = new URL(request.url);
  const given = thirdPartiesOn(request, url, context);
  const others = thirdParties(given, context.get(config).analyticsId);
  const { pathname, searchParams } = url;
  const own = saveData
    ? ""
    : ownScript({
        isHome: withoutLanguage(pathname) === "/",
        isPerfume: context.get(viewedPerfume) !== null,
        isPlain: !changesPage(searchParams),
        copied: translatorIn(lang).t("messages:share.copied"),
      });
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy(
      [...inert.scripts, ...(own ? [own] : []), ...others.scripts],
      given.map((purpose) => sourcesOf[purpose]),
      context.get(services).hasForeignPhotos(),
    ),
  );
  const tags = (own && `<script>${own}</script>`) + others.tags;
  context.set(renderedPage, [doctype, ...inert.html, data, tags, end]);
  return new Response(null, { status, headers });
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logFailure(context, error);
}

const doctype = "<!DOCTYPE html>";

/** Whatever React does not render is inserted before this. */
const end = "</body></html>";

/** Renders one string, because streamed parts stay hidden without JavaScript. The loaders' data come after it. */
async function render(
  { serverHandoffStream, ...routerContext }: EntryContext,
  url: string,
  language: Language,
  around: (router: ReactNode) => ReactNode,
): Promise<{ page: string; handoff: string }> {
  const page = renderToString(
    <TranslationsContext value={translatorIn(language)}>
      {around(<ServerRouter context={routerContext} url={url} />)}
    </TranslationsContext>,
  );
  const withScripts = serverHandoffStream && routerContext.renderMeta?.didRenderScripts;
  const handoff = withScripts
    ? await handoffScript(routerContext.staticHandlerContext, () => text(serverHandoffStream))
    : "";
  return { page: page.slice(0, -end.length), handoff };
}
