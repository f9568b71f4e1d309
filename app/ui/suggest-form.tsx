import { Form } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { DataLicence } from "./data-licence.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./fields.tsx";
import { useSiteForm } from "./site-form.ts";
import { Honeypot } from "./honeypot-field.tsx";
import { Controls, Submit, useSending } from "./submit.tsx";

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
  const sending = useSending(intent);
  const { formProps, fields } = useSiteForm<Name>(intent, {
    constraints,
    refusal,
    ...(typed && { defaultValue: { [name.field]: typed.nombre, [brand.field]: typed.marca } }),
  });
  return (
    <Form method="post" className="form" preventScrollReset {...formProps}>
      <Controls name={title} sending={sending}>
        <Honeypot />
        <Field field={fields[name.field]} label={name.label} autoComplete="off" />
        <Field field={fields[brand.field]} label={brand.label} autoComplete="off" />
        {source && (
          <Field
            field={fields[source.field]}
            label={source.label}
            inputMode="url"
            autoComplete="off"
          />
        )}
        <Submit intent={intent} sending={sending}>
          {t("suggest.submit")}
        </Submit>
        <DataLicence />
      </Controls>
    </Form>
  );
}
