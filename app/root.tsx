import { type ReactNode, useEffect } from "react";
import { Outlet, Scripts, ScrollRestoration, useNavigation } from "react-router";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Route } from "./+types/root";
import { useTranslations } from "./i18n/translations.ts";
import { leaveThirdParties } from "./http/browser/leave-third-parties.ts";
import { purposesOf, thirdPartiesOn } from "./http/middleware/consent.ts";
import {
  config,
  consent,
  currentUser,
  flash,
  language,
  operatorRole,
  services,
} from "./http/middleware/context.ts";
import { insideTheRouter } from "./http/pipeline.ts";
import ads from "./styles/ads.css?inline";
import sample from "./styles/sample.css?inline";
import base from "./styles/base.css?inline";
import { ConsentBanner } from "./ui/consent-banner.tsx";
import { ErrorPage } from "./ui/error-page.tsx";
import { Footer } from "./ui/footer.tsx";
import { Header } from "./ui/header.tsx";
import { useHydrated } from "./ui/hydrated.ts";
import { FlashMessage } from "./ui/flash-message.tsx";
import { Pending } from "./ui/pending.tsx";
import { useOwn, useScripts } from "./http/route-handle.tsx";
import { defaultDataLicence, type RootData, useRoot } from "./http/root-data.ts";
import { Sheet } from "./ui/style-sheet.tsx";

export const middleware = insideTheRouter;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [leaveThirdParties];

export function loader({ request, url, context }: Route.LoaderArgs): RootData {
  const site = context.get(config);
  const lang = context.get(language);
  const user = context.get(currentUser);
  const chosen = context.get(consent);
  const withAds = thirdPartiesOn(request, url, context).includes("ads");
  const flashed = context.get(flash);
  return {
    origin: site.origin,
    ...(user && {
      currentUser: {
        name: user.username ?? user.fullName,
        avatarUrl: user.avatarUrl,
        ...(context.get(operatorRole) && { desk: translatorIn(lang).t("desk:frame.title") }),
      },
    }),
    ...(chosen && {
      consent: {
        purposes: purposesOf(site),
        ...chosen,
        adClient: withAds ? site.adClient : null,
        adSlot: withAds ? site.adSlot : null,
        // Not in ui.json, which every browser loads, because most sites never ask for consent.
        texts: translatorIn(lang).t("pages:consent", { returnObjects: true }),
      },
    }),
    ...(context.get(services).hasSample() && { sample: translatorIn(lang).t("pages:sample.note") }),
    ...(site.dataLicence !== defaultDataLicence && { licence: site.dataLicence }),
    ...(flashed && {
      flash: {
        kind: flashed.kind,
        text: translatorIn(lang).t(`messages:${flashed.key}`, flashed.values),
        ...(flashed.key === "shelf.added" && { to: "/shelf" }),
      },
    }),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const { language, t } = useTranslations();
  const scripts = useScripts();
  const shown = useRoot();
  const pending = useNavigation().state !== "idle";
  const ownNavigation = useOwn("navigation");
  const besideMessage = useOwn("besideMessage");
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#16120e" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#faf6ee" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Manifest />
        {/* In every document already, so not in the scripts. */}
        <Sheet name="base" css={import.meta.env.SSR ? base : ""} />
        {shown?.sample && <Sheet name="sample" css={import.meta.env.SSR ? sample : ""} />}
        {shown?.consent?.adClient && <Sheet name="ads" css={import.meta.env.SSR ? ads : ""} />}
      </head>
      <body>
        <a className="skip" href="#main">
          {t("nav.skip")}
        </a>
        {pending && <Pending />}
        <ConsentBanner />
        <Header />
        {ownNavigation}
        <main id="main" tabIndex={-1} aria-busy={pending || undefined}>
          <FlashMessage>{besideMessage}</FlashMessage>
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

/** Rendered only after hydration (RULES.md 11.9): browsers fetch the manifest and an icon early, often before they paint. */
function Manifest() {
  return useHydrated() ? <link rel="manifest" href="/manifest.webmanifest" /> : null;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
