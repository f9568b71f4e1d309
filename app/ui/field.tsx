import type { ComponentProps } from "react";
import type { Refusal } from "../forms/refusal.ts";
import { useHydrated } from "./hydrated.ts";

interface Own {
  name: string;
  label: string;
  hint?: string | undefined;
  /** what came back of the last try: its text and what is wrong with it */
  refusal?: Refusal | undefined;
}

/** The id that the summary of errors links to. */
export const fieldId = (name: string) => `field-${name}`;

/** A labelled field with its hint, and its error when it was refused; keeps what was typed. */
export function Field({
  name,
  label,
  hint,
  refusal,
  defaultValue,
  ...input
}: Own & ComponentProps<"input">) {
  const { attributes, around } = describe({ name, hint, refusal });
  return (
    <p className="field">
      <label htmlFor={fieldId(name)}>{label}</label> {around}
      <input {...attributes} defaultValue={refusal?.typed[name] ?? defaultValue} {...input} />
    </p>
  );
}

/** The same for a longer text. */
export function TextField({
  name,
  label,
  hint,
  refusal,
  defaultValue,
  ...area
}: Own & ComponentProps<"textarea">) {
  const { attributes, around } = describe({ name, hint, refusal });
  // As a page hydrates React writes a textarea's first text into it again, but not an empty one (see keepTexts).
  const wakes = !useHydrated() && !import.meta.env.SSR;
  const text = wakes ? "" : (refusal?.typed[name] ?? defaultValue);
  return (
    <p className="field">
      <label htmlFor={fieldId(name)}>{label}</label> {around}
      <textarea {...attributes} defaultValue={text} {...area} />
    </p>
  );
}

function describe({ name, hint, refusal }: Omit<Own, "label">) {
  const error = refusal?.errors[name];
  const id = fieldId(name);
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    attributes: {
      id,
      name,
      required: true,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": told || undefined,
    },
    around: (
      <>
        {hint && (
          <span className="small soft" id={`${id}-hint`}>
            {hint}
          </span>
        )}{" "}
        {error && (
          <span className="wrong" id={`${id}-error`}>
            {error}
          </span>
        )}{" "}
      </>
    ),
  };
}
