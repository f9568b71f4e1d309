import { getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { ComponentProps } from "react";
import type { TextFieldMetadata } from "./site-form.tsx";
import { useHydrated } from "./hydrated.ts";

interface Described {
  field: TextFieldMetadata;
  label: string;
  hint?: string | undefined;
}

export function Field({
  field,
  label,
  hint,
  type = "text",
  ...input
}: Described & { type?: "text" | "email" | "password" | "date" } & Omit<
    ComponentProps<"input">,
    "type"
  >) {
  const {
    key,
    form: _,
    ...attributes
  } = getInputProps(field, { type, ...describedBy(field, hint) });
  return (
    <p className="field">
      <label htmlFor={field.id}>{label}</label> <Notes field={field} hint={hint} />
      <input key={key} {...attributes} {...input} />
    </p>
  );
}

export function SelectField({
  field,
  label,
  options,
}: Omit<Described, "hint"> & { options: [value: string, text: string][] }) {
  const { key, form: _, ...attributes } = getSelectProps(field);
  return (
    <p className="field">
      <label htmlFor={field.id}>{label}</label> <Notes field={field} hint={undefined} />
      <select key={key} {...attributes}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

export function TextField({ field, label, hint, ...area }: Described & ComponentProps<"textarea">) {
  const {
    key,
    form: _,
    defaultValue,
    ...attributes
  } = getTextareaProps(field, describedBy(field, hint));
  // While hydrating, React resets a textarea to its default text unless that is empty (see keepTexts).
  const hydrating = !useHydrated() && !import.meta.env.SSR;
  return (
    <p className="field">
      <label htmlFor={field.id}>{label}</label> <Notes field={field} hint={hint} />
      <textarea key={key} {...attributes} defaultValue={hydrating ? "" : defaultValue} {...area} />
    </p>
  );
}

const describedBy = (field: TextFieldMetadata, hint: string | undefined) =>
  hint ? { ariaDescribedBy: field.descriptionId } : {};

function Notes({ field, hint }: Omit<Described, "label">) {
  return (
    <>
      {hint && (
        <>
          <span className="small soft" id={field.descriptionId}>
            {hint}
          </span>{" "}
        </>
      )}
      {field.errors && (
        <>
          <FieldError field={field} />{" "}
        </>
      )}
    </>
  );
}

export function Checkbox({ field, children }: Pick<Described, "field"> & React.PropsWithChildren) {
  const { key, form: _, ...attributes } = getInputProps(field, { type: "checkbox" });
  return (
    <p className="check">
      <input key={key} {...attributes} /> <label htmlFor={field.id}>{children}</label>
      <FieldError field={field} />
    </p>
  );
}

function FieldError({ field }: { field: TextFieldMetadata }) {
  return field.errors ? (
    <span className="wrong" id={field.errorId}>
      {field.errors[0]}
    </span>
  ) : null;
}
