import { Form } from "react-router";
import type { Refusal } from "../forms/refusal.ts";
import type { Constraints } from "../forms/sent-form.ts";
import { useTranslations } from "../i18n/translations.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { useSiteForm } from "./form.ts";
import { Honeypot } from "./honeypot.tsx";
import { Controls, Submit, useSending } from "./submit.tsx";

interface SuggestFormProps<Name extends string> {
  intent: "suggest-perfume" | "suggest-dupe";
  title: string;
  text: string;
  name: { field: Name; label: string };
  brand: { field: Name; label: string };
  closeTo: string;
  /** what is filled in as the name */
  typed?: string;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

/** The form to suggest what is missing: a name and a brand. */
export function SuggestForm<Name extends string>({
  intent,
  title,
  text,
  name,
  brand,
  closeTo,
  typed,
  constraints,
  refusal,
}: SuggestFormProps<Name>) {
  const { t } = useTranslations();
  const sending = useSending(intent);
  const { formProps, fields } = useSiteForm<Name>(intent, {
    constraints,
    refusal,
    ...(typed && { defaultValue: { [name.field]: typed } }),
  });
  return (
    <Dialog id="suggest" title={title} closeTo={closeTo}>
      <p className="soft">{text}</p>
      <Form method="post" className="form" preventScrollReset {...formProps}>
        <Controls name={title} sending={sending}>
          <Honeypot />
          <Field field={fields[name.field]} label={name.label} autoComplete="off" />
          <Field field={fields[brand.field]} label={brand.label} autoComplete="off" />
          <Submit intent={intent} sending={sending}>
            {t("suggest.submit")}
          </Submit>
        </Controls>
      </Form>
    </Dialog>
  );
}
