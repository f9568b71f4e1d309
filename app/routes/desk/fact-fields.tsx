import { concentrations, genders } from "#app/domain/catalog/facts.ts";
import type { Inputs } from "./desk-form.tsx";
import { useDeskText } from "./use-desk-text.ts";

export function useFactInputs(): Inputs {
  const { texts } = useDeskText("catalogue");
  const { values } = useDeskText("log").texts;
  const choices = (words: readonly (keyof typeof values)[]): [string, string][] => [
    ["", "–"],
    ...words.map((word): [string, string] => [word, values[word]]),
  ];
  return {
    concentracion: { options: choices(concentrations) },
    genero: { options: choices(genders) },
    notas: { hint: texts.notesHint },
  };
}
