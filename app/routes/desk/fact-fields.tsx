import { concentrations, genders } from "#app/domain/catalog/facts.ts";
import type { Inputs } from "./desk-form.tsx";
import { useDeskTranslations } from "./use-desk-translations.ts";

export function useFactInputs(): Inputs {
  const { t } = useDeskTranslations();
  const choices = (
    words: readonly (typeof concentrations | typeof genders)[number][],
  ): [string, string][] => [
    ["", "–"],
    ...words.map((word): [string, string] => [word, t(`desk:log.values.${word}`)]),
  ];
  return {
    concentracion: { options: choices(concentrations) },
    genero: { options: choices(genders) },
    notas: { hint: t("desk:catalogue.notesHint") },
  };
}
