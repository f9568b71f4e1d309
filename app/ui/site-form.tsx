import { type FieldMetadata, getFormProps, parse, useForm } from "@conform-to/react";
import type { FocusEvent } from "react";
import { Form, type FormProps } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints, Hints } from "#app/http/forms/sent-form.ts";
import { Controls, Submit, useSending } from "./submit.tsx";

export type TextFieldMetadata = FieldMetadata<string, Record<string, string>>;

interface Options {
  constraints: Constraints;
  /** the page's refusal, perhaps of another form */
  refusal: Refusal | undefined;
  defaultValue?: Record<string, string>;
}

/**
 * After a refusal, leaving a field shows the browser's validation of it, in texts that came with the refusal.
 * It never prevents sending, because the server decides. @param id the value of the field `intent`
 */
export function useSiteForm<Name extends string>(
  id: string,
  { constraints, refusal, defaultValue }: Options,
) {
  const lastResult = refusal?.form === id ? refusal : undefined;
  const [form, fields] = useForm<Record<string, string>>({
    id,
    constraint: constraints,
    ...(lastResult && { lastResult }),
    ...(defaultValue && { defaultValue }),
    onValidate: ({ form: element, formData }) =>
      parse(formData, {
        resolve: (payload, intent) =>
          intent
            ? { error: errorsOf(element, lastResult) }
            : { value: payload as Record<string, string> },
      }),
  });
  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    if (!lastResult || !isTextField(target) || !target.name) return;
    afterPress(() => {
      if (target.isConnected && !target.matches(":disabled")) form.validate({ name: target.name });
    });
  };
  return {
    intent: id,
    sending: useSending(id),
    formProps: { ...getFormProps(form), onBlur },
    fields: fields as Record<Name, TextFieldMetadata>,
  };
}

interface SiteFormProps extends FormProps {
  of: Pick<ReturnType<typeof useSiteForm>, "intent" | "sending" | "formProps">;
  name: string;
  submit: string;
  whileSending?: string;
  below?: React.ReactNode;
  /** for a page without scripts, or one whose answer is a new document */
  plain?: boolean;
}

export function SiteForm({
  of: { intent, sending, formProps },
  name,
  submit,
  whileSending,
  below,
  plain = false,
  children,
  ...attributes
}: SiteFormProps) {
  const controls = (
    <Controls name={name} sending={sending}>
      {children}
      <Submit intent={intent} sending={sending} whileSending={whileSending}>
        {submit}
      </Submit>
      {below}
    </Controls>
  );
  const all = { method: "post", className: "form label", ...attributes, ...formProps } as const;
  return plain ? <form {...all}>{controls}</form> : <Form {...all}>{controls}</Form>;
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** ms after which a press counts as released */
const longPress = 1000;

/** A message that appears between press and release would move the button away, and the click would be lost. */
function afterPress(run: () => void) {
  if (!document.querySelector(":active")) return run();
  const over = new AbortController();
  const end = () => {
    over.abort();
    clearTimeout(timer);
    setTimeout(run);
  };
  const timer = setTimeout(end, longPress);
  for (const event of ["pointerup", "pointercancel", "click"])
    addEventListener(event, end, { capture: true, signal: over.signal });
}

/** null keeps the server's error for a field that has not changed since. */
function errorsOf(form: HTMLFormElement, refusal: Refusal | undefined) {
  const errors: Record<string, string[] | null> = {};
  for (const element of form.elements) {
    if (!isTextField(element)) continue;
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
