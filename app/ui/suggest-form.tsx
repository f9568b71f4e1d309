import { Form } from "react-router";
import type { Refusal } from "../forms/refusal.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Honeypot } from "./honeypot.tsx";
import { Submit, useSending } from "./submit.tsx";
import { useTranslations } from "../i18n/translations.ts";

/** The form to suggest what is missing: a name and a brand. */
export function SuggestForm({
  intent,
  title,
  text,
  name,
  brand,
  closeTo,
  refusal,
}: {
  intent: "suggest-perfume" | "suggest-dupe";
  title: string;
  text: string;
  name: { field: string; label: string };
  brand: { field: string; label: string };
  closeTo: string;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const sending = useSending(intent);
  return (
    <Dialog id="suggest" title={title} closeTo={closeTo}>
      <p className="soft">{text}</p>
      <Form method="post" className="form" preventScrollReset>
        <fieldset role="none" disabled={sending}>
          <Honeypot />
          <Field
            name={name.field}
            label={name.label}
            maxLength={100}
            autoComplete="off"
            refusal={refusal}
          />
          <Field
            name={brand.field}
            label={brand.label}
            maxLength={100}
            autoComplete="off"
            refusal={refusal}
          />
          <Submit intent={intent} sending={sending}>
            {t("suggest.submit")}
          </Submit>
        </fieldset>
      </Form>
    </Dialog>
  );
}
