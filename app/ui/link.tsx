import type { ComponentProps } from "react";
import { Link as RouterLink } from "react-router";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";

type Props = ComponentProps<"a"> & {
  /** a path without a language, to which the page's is added */
  to: string;
  preventScrollReset?: boolean;
};

export function Link({ to, children, ...rest }: Props) {
  const { language } = useTranslations();
  const address = inLanguage(language, to);
  // The router's Link would take a tenth of the rendering time on the server, where its click handler is useless.
  if (import.meta.env.SSR) {
    const { preventScrollReset: _, ...attributes } = rest;
    return (
      <a href={address} {...attributes}>
        {children}
      </a>
    );
  }
  return (
    <RouterLink to={address} discover="none" {...rest}>
      {children}
    </RouterLink>
  );
}
