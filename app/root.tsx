import { useEffect } from "react";
import { Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import type { Route } from "./+types/root";
import { message } from "./i18n/messages.server.ts";
import { pageText } from "./i18n/page-text.server.ts";
import { useTranslations } from "./i18n/translations.ts";
import { purposesOf, withConsent } from "./middleware/consent.ts";
import { config, consent, currentUser, flash, language } from "./middleware/context.ts";
import { withCurrentUser } from "./middleware/current-user.ts";
import { withFlash } from "./middleware/flash.ts";
import { detectLanguage, withLanguage } from "./middleware/language.ts";
import { refuseCrossSite } from "./middleware/same-origin.ts";
import { withSecurityHeaders } from "./middleware/security-headers.ts";
import ads from "./styles/ads.css?inline";
import base from "./styles/base.css?inline";
import { ConsentBanner } from "./ui/consent.tsx";
import { ErrorPage } from "./ui/error-page.tsx";
import { Footer } from "./ui/footer.tsx";
import { Header } from "./ui/header.tsx";
import { useHydrated } from "./ui/hydrated.ts";
import { Notices } from "./ui/notices.tsx";
import { type RootData, useRoot } from "./ui/root-data.ts";
import { Sheet } from "./ui/sheet.tsx";

export const middleware: Route.MiddlewareFunction[] = [
  withSecurityHeaders,
  detectLanguage,
  withLanguage,
  refuseCrossSite,
  withCurrentUser,
  withFlash,
  withConsent,
];

export function loader({ request, context }: Route.LoaderArgs): RootData {
  const site = context.get(config);
  const lang = context.get(language);
  const user = context.get(currentUser);
  const chosen = context.get(consent);
  const withAds = chosen?.given?.includes("ads") && request.headers.get("Save-Data") !== "on";
  const said = context.get(flash);
  return {
    origin: site.origin,
    currentUser: user && { name: user.username ?? user.fullName, avatarUrl: user.avatarUrl },
    consent: chosen && {
      purposes: purposesOf(site),
      ...chosen,
      adClient: withAds ? site.adClient : null,
      // With the page, and not with the texts that every browser loads: most sites ask nothing.
      texts: pageText(site, lang, "consent"),
    },
    flash: said && { kind: said.kind, text: message(lang, said.key) },
  };
}

export function Layout({ children }: { children: React.ReactNode }) {
  const { language, t } = useTranslations();
  const scripts = useScripts();
  const shown = useRoot();
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16120e" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Manifest />
        {/* Every document comes with it, so that scripts need not bring it again. */}
        <Sheet name="base" css={import.meta.env.SSR ? base : ""} />
        {shown?.consent?.adClient && <Sheet name="ads" css={import.meta.env.SSR ? ads : ""} />}
      </head>
      <body>
        <a className="skip" href="#main">
          {t("nav.skip")}
        </a>
        <ConsentBanner />
        <Header />
        <main id="main" tabIndex={-1}>
          <Notices />
          {children}
        </main>
        <Footer />
        {scripts && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** Browsers fetch it and an icon as soon as it is named, often before they paint: not before the person acts, then. */
function Manifest() {
  return useHydrated() ? <link rel="manifest" href="/manifest.webmanifest" /> : null;
}

/** A route whose handle says `scripts: false` has nothing to bring to life: its page is sent without any. */
function useScripts(): boolean {
  const matches = useMatches();
  return (
    !import.meta.env.SSR ||
    matches.every(({ handle }) => (handle as Handle | undefined)?.scripts !== false)
  );
}

interface Handle {
  scripts?: boolean;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
