import type { ComponentProps } from "react";
import { Link as RouterLink } from "react-router";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";

type Props = ComponentProps<"a"> & {
  /** a path without a language, to which the page's is added */
  to: string;
  /** opens or closes a dialog: a hydrated page stays where it is */
  inPlace?: boolean;
};

/** A plain link, because a document is on the screen sooner than the router's page (RULES.md 11.10). */
export function Link({ to, inPlace = false, children, ...rest }: Props) {
  const { language } = useTranslations();
  const address = inLanguage(language, to);
  if (inPlace && !import.meta.env.SSR)
    return (
      <RouterLink to={address} discover="none" preventScrollReset {...rest}>
        {children}
      </RouterLink>
    );
  return (
    <a href={address} {...rest}>
      {children}
    </a>
  );
}
