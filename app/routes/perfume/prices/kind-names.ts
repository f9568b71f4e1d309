import { useTranslations } from "#app/i18n/translations.ts";
import type { ShownSighting } from "#app/domain/prices/sightings.ts";

export type Kind = ShownSighting["kind"];

/** @returns names of the kinds of sightings (RULES.md 4.1) in the page's language, in the order of the form */
export function useKindNames(): Record<Kind, string> {
  const { t } = useTranslations();
  return {
    bottle: t("price.kindBottle"),
    tester: t("price.kindTester"),
    decant: t("price.kindDecant"),
  };
}
