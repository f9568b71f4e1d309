import type { ComponentProps } from "react";
import { Link as RouterLink } from "react-router";
import { inLanguage } from "../i18n/paths.ts";
import { useWords } from "../i18n/words.ts";

/** A link inside the site: `to` is an address without a language, the link leads to it in the page's own. */
export function Link({
  to,
  ...rest
}: Omit<ComponentProps<typeof RouterLink>, "to"> & { to: string }) {
  const { language } = useWords();
  return <RouterLink to={inLanguage(language, to)} {...rest} />;
}
