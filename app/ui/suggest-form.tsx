import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { DataLicence } from "./data-licence.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./fields.tsx";
import { SiteForm, useSiteForm } from "./site-form.tsx";
import { Honeypot } from "./honeypot-field.tsx";

interface SuggestFieldsProps<Name extends string> {
  intent: "suggest-perfume" | "suggest-dupe";
  title: string;
  name: { field: Name; label: string };
  brand: { field: Name; label: string };
  source?: { field: Name; label: string };
  typed?: { marca: string; nombre: string } | undefined;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

interface SuggestFormProps<Name extends string> extends SuggestFieldsProps<Name> {
  text: string;
  closeTo: string;
}

export function SuggestForm<Name extends string>({
  text,
  closeTo,
  ...form
}: SuggestFormProps<Name>) {
  return (
    <Dialog id="suggest" title={form.title} closeTo={closeTo}>
      <p className="soft">{text}</p>
      <SuggestFields {...form} />
    </Dialog>
  );
}

export function SuggestFields<Name extends string>({
  intent,
  title,
  name,
  brand,
  source,
  typed,
  constraints,
  refusal,
}: SuggestFieldsProps<Name>) {
  const { t } = useTranslations();
  const form = useSiteForm<Name>(intent, {
    constraints,
    refusal,
    ...(typed && { defaultValue: { [name.field]: typed.nombre, [brand.field]: typed.marca } }),
  });
  return (
    <SiteForm
      of={form}
      className="form"
      preventScrollReset
      name={title}
      submit={t("suggest.submit")}
      below={<DataLicence />}
    >
      <Honeypot />
      <Field field={form.fields[name.field]} label={name.label} autoComplete="off" />
      <Field field={form.fields[brand.field]} label={brand.label} autoComplete="off" />
      {source && (
        <Field
          field={form.fields[source.field]}
          label={source.label}
          inputMode="url"
          autoComplete="off"
        />
      )}
    </SiteForm>
  );
}
