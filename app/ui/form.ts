import { type FieldMetadata, parse, useForm } from "@conform-to/react";
import type { Refusal } from "../forms/refusal.ts";
import type { Constraints, Hints } from "../forms/sent-form.ts";

export type TextFieldMetadata = FieldMetadata<string, Record<string, string>>;

interface Options {
  /** what the browser can check, by field */
  constraints: Constraints;
  /** what was refused on this page, perhaps of another form */
  refusal: Refusal | undefined;
  defaultValue?: Record<string, string>;
}

/**
 * A form of a page, carried by conform: names, ids, constraints, what was typed and what was wrong with it. After the first
 * try, leaving a field says what the browser finds wrong with it, in the words that came with the refusal; sending is never
 * held up: the server decides.
 * @param id the value of its field `intent`
 */
export function useSiteForm<Name extends string>(
  id: string,
  { constraints, refusal, defaultValue }: Options,
) {
  const lastResult = refusal?.form === id ? refusal : undefined;
  const [form, fields] = useForm<Record<Name, string>>({
    id,
    constraint: constraints as Record<Name, Constraints[string]>,
    ...(lastResult && { lastResult }),
    ...(defaultValue && { defaultValue: defaultValue as never }),
    shouldRevalidate: "onBlur",
    onValidate: ({ form: element, formData }) =>
      parse(formData, {
        resolve: (payload, intent) =>
          intent
            ? { error: errorsOf(element, lastResult) }
            : { value: payload as Record<Name, string> },
      }),
  });
  return { form, fields: fields as unknown as Record<Name, TextFieldMetadata> };
}

/** What the browser finds wrong with each field; null keeps what the server said of a field that has not changed since. */
function errorsOf(form: HTMLFormElement, refusal: Refusal | undefined) {
  const errors: Record<string, string[] | null> = {};
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) continue;
    const { name, value, validity } = element;
    const hint = hintFor(validity, refusal?.hints?.[name]);
    if (hint) errors[name] = [hint];
    else if (refusal?.error?.[name] && value === (refusal.initialValue?.[name] ?? ""))
      errors[name] = null;
  }
  return errors;
}

function hintFor(validity: ValidityState, hints: Hints[string] = {}): string | undefined {
  if (validity.valueMissing) return hints.valueMissing;
  if (validity.tooShort) return hints.tooShort;
  if (validity.tooLong) return hints.tooLong;
  return validity.typeMismatch || validity.patternMismatch ? hints.mismatch : undefined;
}
