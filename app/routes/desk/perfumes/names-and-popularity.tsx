import type { FactColumn } from "#app/domain/catalog/facts.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { FactFields } from "../fact-fields.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Reason } from "../reason.tsx";

interface NamedBottle {
  marca: string;
  nombre: string;
  popularidad: number;
  version: number;
  facts: Record<FactColumn, string>;
}

type FieldName = "marca" | "nombre" | "popularidad" | "reason" | FactColumn;

export function NamesSection({
  bottle,
  constraints,
  refusal,
}: {
  bottle: NamedBottle;
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const { marca, nombre, popularidad, version, facts } = bottle;
  const { formProps, fields } = useSiteForm<FieldName>("save", {
    constraints,
    refusal,
    defaultValue: { marca, nombre, popularidad: String(popularidad), ...facts },
  });
  return (
    <PostForm className="form label" {...formProps}>
      <h2>{texts.names}</h2>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={version} />
      <Field field={fields.marca} label={texts.marca} />
      <Field field={fields.nombre} label={texts.nombre} />
      <Field field={fields.popularidad} label={texts.popularidad} inputMode="numeric" />
      <FactFields fields={fields} />
      <Reason field={fields.reason} />
      <button className="button main">{texts.save}</button>
    </PostForm>
  );
}
