import { useLocation } from "react-router";
import { defaultLanguage, type Language, languageCodes } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { changesPage } from "#app/http/page-kinds.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { useRoot } from "#app/http/root-data.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { OpenGraph, type Picture } from "./open-graph.tsx";

export const titleSuffix = ` · ${siteName}`;

interface Head {
  title: string;
  description: string;
  /** false adds noindex, which pages with a meaningful query have anyway (RULES.md 11.4) */
  index?: boolean;
  /** true puts "Error:" before the title, for a page that answers a refused action */
  failed?: boolean;
  /** part of the canonical address from 2 on */
  page?: number;
  type?: string;
  picture?: Picture;
}

/** A page's title, description, canonical and alternate addresses (RULES.md 11.3); React moves them into the head. */
export function Head({
  title,
  description,
  index: allowed = true,
  failed = false,
  page,
  type,
  picture,
}: Head) {
  const { pathname, search } = useLocation();
  const { language, t } = useTranslations();
  const query = new URLSearchParams(search);
  if (page !== undefined) query.delete("page");
  const index = allowed && !failed && !changesPage(query);
  const { origin = "", sample } = useRoot() ?? {};
  const pageQuery = page !== undefined && page > 1 ? `?page=${page}` : "";
  const address = (code: Language) => origin + inLanguage(code, pathname) + pageQuery;
  return (
    <>
      <title>{(failed ? `${t("form.error")} ` : "") + title + titleSuffix}</title>
      <meta name="description" content={description} />
      {index && !sample ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address(language)} />
      {index &&
        languageCodes.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={address(code)} />
        ))}
      {index && <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />}
      {/* Link previews read only documents, so client navigation need not render it. */}
      {import.meta.env.SSR && index && (
        <OpenGraph
          {...{ title, description, origin, language, type, picture }}
          url={address(language)}
        />
      )}
    </>
  );
}
