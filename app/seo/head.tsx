import { useLocation } from "react-router";
import { defaultLanguage, type Language, languageCodes } from "../i18n/languages.ts";
import { hasMeaning, inLanguage } from "../i18n/paths.ts";
import { useTranslations } from "../i18n/translations.ts";
import { useRoot } from "../ui/root-data.ts";
import { siteName } from "../site-name.ts";
import { OpenGraph, type Picture } from "./open-graph.tsx";

interface Head {
  title: string;
  description: string;
  /** false keeps a page out of search engines, as searches and open dialogs always are */
  index?: boolean;
  /** the page answers an action that was refused: its title says so first */
  failed?: boolean;
  /** which page of several this is: from the second on, it has an address of its own */
  page?: number;
  /** what it is, in Open Graph's words: a website unless said otherwise */
  type?: string;
  picture?: Picture;
}

/** A page's title, description, canonical address and alternates in the six languages; React hoists them into the head. */
export function Head({
  title,
  description,
  index: wanted = true,
  failed = false,
  page,
  type,
  picture,
}: Head) {
  const { pathname, search } = useLocation();
  const { language, t } = useTranslations();
  const query = new URLSearchParams(search);
  if (page !== undefined) query.delete("page");
  const index = wanted && !failed && !hasMeaning(query);
  const origin = useRoot()?.origin ?? "";
  const own = page !== undefined && page > 1 ? `?page=${page}` : "";
  const address = (code: Language) => origin + inLanguage(code, pathname) + own;
  return (
    <>
      <title>{`${failed ? `${t("form.error")}: ` : ""}${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
      {index ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address(language)} />
      {index &&
        languageCodes.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={address(code)} />
        ))}
      {index && <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />}
      {/* Who shows a link reads the document, so that scripts need not bring it again. */}
      {import.meta.env.SSR && index && (
        <OpenGraph
          {...{ title, description, origin, language, type, picture }}
          url={address(language)}
        />
      )}
    </>
  );
}
