import type { FactColumn } from "#app/domain/catalog/facts.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { FactFields } from "../fact-fields.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Reason } from "../reason.tsx";
import { writeShown } from "#app/http/forms/shown-fields.ts";

/** What the form shows of a bottle. */
export const savedFields = ({ marca, nombre, popularidad, facts }: SavedBottle) => ({
  marca,
  nombre,
  popularidad: String(popularidad),
  ...facts,
});

interface SavedBottle {
  marca: string;
  nombre: string;
  popularidad: number;
  facts: Record<FactColumn, string>;
}

type FieldName = keyof ReturnType<typeof savedFields> | "reason" | "version" | "shown";

export function NamesSection({
  bottle,
  constraints,
  refusal,
}: {
  bottle: Parameters<typeof savedFields>[0] & { version: number };
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const saved = savedFields(bottle);
  const { formProps, fields } = useSiteForm<FieldName>("save", {
    constraints,
    refusal,
    defaultValue: { ...saved, version: String(bottle.version), shown: writeShown(saved) },
  });
  return (
    <PostForm className="form label" {...formProps}>
      <h2>{texts.names}</h2>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={fields.version.initialValue} />
      <input type="hidden" name="shown" value={fields.shown.initialValue} />
      <Field field={fields.marca} label={texts.marca} />
      <Field field={fields.nombre} label={texts.nombre} />
      <Field field={fields.popularidad} label={texts.popularidad} inputMode="numeric" />
      <FactFields fields={fields} />
      <Reason field={fields.reason} />
      <button className="button main">{texts.save}</button>
    </PostForm>
  );
}
