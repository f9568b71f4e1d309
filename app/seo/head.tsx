import { useLocation, useRouteLoaderData } from "react-router";
import { defaultLanguage, type Language, languageCodes } from "../i18n/languages.ts";
import { hasMeaning, inLanguage } from "../i18n/paths.ts";
import type { loader as rootLoader } from "../root.tsx";
import { useWords } from "../i18n/words.ts";
import { siteName } from "../ui/site.ts";

interface Head {
  title: string;
  description: string;
  /** false keeps a page out of search engines, as searches and open dialogs always are */
  index?: boolean;
}

/** A page's title, description, canonical address and alternates in the six languages; React hoists them into the head. */
export function Head({ title, description, index: wanted = true }: Head) {
  const { pathname, search } = useLocation();
  const { language } = useWords();
  const index = wanted && !hasMeaning(new URLSearchParams(search));
  const origin = useRouteLoaderData<typeof rootLoader>("root")?.origin ?? "";
  const address = (code: Language) => origin + inLanguage(code, pathname);
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
      {index ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address(language)} />
      {index &&
        languageCodes.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={address(code)} />
        ))}
      {index && <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />}
    </>
  );
}
