import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { isLanguage, defaultLanguage, type Language } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";

/** The language of the page that is being shown. */
export function useLanguage(): Language {
  const { language } = useTranslation().i18n;
  return isLanguage(language) ? language : defaultLanguage;
}

/** A link inside the site: `to` is an address without a language, the link leads to it in the page's own. */
export function Link({
  to,
  ...rest
}: Omit<ComponentProps<typeof RouterLink>, "to"> & { to: string }) {
  return <RouterLink to={inLanguage(useLanguage(), to)} {...rest} />;
}
