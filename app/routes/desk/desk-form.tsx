import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { maxReason } from "#app/domain/desk/log/audit.ts";
import { defineForm, type FormDefinition } from "#app/http/forms/define-form.ts";
import { factLabels, optionalTextField } from "#app/http/forms/form-fields.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import type { TextKey } from "#app/i18n/i18n.ts";
import { defaultLanguage } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { type TextFieldMetadata, useSiteForm } from "#app/ui/site-form.tsx";
import { useRefusal } from "./desk-page.tsx";
import { PostForm } from "./post-form.tsx";
import { useDeskTranslations } from "./use-desk-translations.ts";

type DeskForm = Pick<FormDefinition, "id" | "constraints" | "labels">;

const carried = ["version", "shown", "dupe_id", "table", "last"];

/**
 * A form whose fields have the labels that the section's texts have under their names.
 * @param options.labels of fields whose texts have other names
 */
export function deskForm<Shape extends z.core.$ZodLooseShape>(
  section: string,
  id: string,
  schema: z.ZodObject<Shape>,
  {
    labels = {},
    constraints = {},
  }: { labels?: Partial<Record<string, TextKey>>; constraints?: Constraints } = {},
) {
  const others: Partial<Record<string, TextKey>> = { ...factLabels, ...labels };
  const shown = Object.keys(schema.shape).filter((name) => !carried.includes(name));
  const labelOf = (name: string) => {
    const key = others[name] ?? `desk:${section}.${name}`;
    if (!translatorIn(defaultLanguage).has(key))
      throw new Error(`The field ${name} of the form ${id} has no label.`);
    return key;
  };
  return defineForm<Shape>(id, schema, {
    labels: Object.fromEntries(shown.map((name) => [name, labelOf(name)])) as Partial<
      Record<keyof Shape & string, TextKey>
    >,
    constraints: constraints as Partial<Record<keyof Shape & string, Constraints[string]>>,
  });
}

/** Optional; the log keeps it with the decision (RULES.md 10.11, 10.12). */
export const reasonField = () => optionalTextField(maxReason, "desk.reasonTooLong");

export const reasonConstraint = { required: false, maxLength: maxReason };

interface Input extends Pick<
  ComponentProps<"input">,
  "autoCapitalize" | "autoComplete" | "inputMode" | "list" | "name" | "spellCheck"
> {
  type?: "date";
  label?: string;
  hint?: string;
  options?: [value: string, text: string][];
  rows?: number;
}

export type Inputs = Partial<Record<string, Input>>;

const number: Input = { inputMode: "numeric" };
const address: Input = { inputMode: "url" };

const usual: Inputs = {
  reason: { autoComplete: "off" },
  popularidad: number,
  anio: number,
  into: number,
  days: { ...number, autoComplete: "off" },
  estimacion: number,
  estimacion_url: address,
  enlace: address,
  url: address,
  said_on: { type: "date" },
  code: { autoComplete: "one-time-code", autoCapitalize: "characters", spellCheck: false },
};

interface FormProps {
  form: DeskForm;
  id?: string;
  intent?: string | null;
  className?: string;
  values?: Record<string, string>;
  /** the fields to show; all that have a label unless given */
  only?: string[];
  inputs?: Inputs;
  title?: string;
  heading?: "h2" | "h3";
  lead?: string;
  /** hides the fields, but not the button, behind this summary */
  fold?: ReactNode;
  children?: ReactNode;
  submit?: string;
  main?: boolean;
}

/** Posts an intent with a form's fields; after a refusal with what was typed, and errors beside the fields. */
export function DeskForm({
  form,
  id = form.id,
  intent = form.id,
  className,
  values = {},
  only,
  inputs,
  title,
  heading: Heading = "h2",
  lead,
  fold,
  children,
  submit,
  main = false,
}: FormProps) {
  const refusal = useRefusal();
  const { formProps, fields } = useSiteForm<string>(id, {
    constraints: form.constraints,
    refusal,
    defaultValue: values,
  });
  const shown = (only ?? Object.keys(form.labels)).map((name) => (
    <DeskField
      key={name}
      field={fields[name]!}
      labelKey={form.labels[name]!}
      {...usual[name]}
      {...inputs?.[name]}
    />
  ));
  return (
    <PostForm className={className} {...formProps}>
      {title && <Heading>{title}</Heading>}
      {lead && <p>{lead}</p>}
      {intent !== null && <input type="hidden" name="intent" value={intent} />}
      {carried
        .filter((name) => Object.hasOwn(values, name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={fields[name]!.initialValue} />
        ))}
      {fold ? (
        // Fields are sent even while closed; opened after a refusal, which may concern them.
        <details open={refusal?.form === id}>
          <summary>{fold}</summary>
          {shown}
        </details>
      ) : (
        shown
      )}
      {children}
      {submit && <button className={main ? "button main" : "button"}>{submit}</button>}
    </PostForm>
  );
}

function DeskField({
  field,
  labelKey,
  options,
  rows,
  ...input
}: Input & { field: TextFieldMetadata; labelKey: TextKey }) {
  const { t } = useDeskTranslations();
  const { hint, label = t(labelKey) } = input;
  if (options) return <SelectField field={field} label={label} options={options} />;
  if (rows) return <TextField field={field} label={label} hint={hint} rows={rows} />;
  return <Field field={field} {...input} label={label} />;
}

export function FoldedForm({
  summary,
  details,
  open = false,
  ...form
}: FormProps & { summary: ReactNode; details?: string; open?: boolean }) {
  const isRefused = useRefusal()?.form === (form.id ?? form.form.id);
  return (
    <details className={details} open={open || isRefused}>
      <summary>{summary}</summary>
      <DeskForm {...form} />
    </details>
  );
}
