import { useLocation, useRouteLoaderData } from "react-router";
import { defaultLanguage, languageCodes } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import type { loader as rootLoader } from "../root.tsx";
import { useLanguage } from "../ui/link.tsx";
import { siteName } from "../ui/site.ts";

interface Head {
  title: string;
  description: string;
  /** false keeps the page out of search engines: accounts, searches, dialogs */
  index?: boolean;
}

/** A page's title, description, canonical address and alternates in the six languages; React hoists them into the head. */
export function Head({ title, description, index = true }: Head) {
  const { pathname } = useLocation();
  const origin = useRouteLoaderData<typeof rootLoader>("root")?.origin ?? "";
  const address = (language: (typeof languageCodes)[number]) =>
    origin + inLanguage(language, pathname);
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
      {index ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address(useLanguage())} />
      {index &&
        languageCodes.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={address(code)} />
        ))}
      {index && <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />}
    </>
  );
}
