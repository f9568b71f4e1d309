import { concentrations, type FactColumn, genders } from "#app/domain/catalog/facts.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import type { TextFieldMetadata } from "#app/ui/site-form.ts";
import { useDeskText } from "./use-desk-text.ts";

export function FactFields({ fields }: { fields: Record<FactColumn, TextFieldMetadata> }) {
  const { texts } = useDeskText("catalogue");
  const { texts: log } = useDeskText("log");
  const choices = (words: readonly (keyof typeof log.values)[]): [string, string][] => [
    ["", "–"],
    ...words.map((word): [string, string] => [word, log.values[word]]),
  ];
  return (
    <>
      <SelectField
        field={fields.concentracion}
        label={log.fields.concentracion}
        options={choices(concentrations)}
      />
      <Field field={fields.anio} label={log.fields.anio} inputMode="numeric" />
      <SelectField field={fields.genero} label={log.fields.genero} options={choices(genders)} />
      <Field field={fields.familia} label={log.fields.familia} />
      <Field field={fields.notas} label={log.fields.notas} hint={texts.notesHint} />
    </>
  );
}
