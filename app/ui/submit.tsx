import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";

export function useSending(intent: string): boolean {
  const { formData } = useNavigation();
  return formData?.get("intent") === intent;
}

/** A number that grows with each accepted form; as the form's key it empties the form. */
export function useFormKey(sending: boolean, refusal: Refusal | undefined): number {
  const [key, setKey] = useState(0);
  const before = useRef(sending);
  useEffect(() => {
    if (before.current && !sending && !refusal) setKey((last) => last + 1);
    before.current = sending;
  }, [sending, refusal]);
  return key;
}

/** @param name the form's purpose, for screen readers (WCAG H71) */
export function Controls({
  name,
  sending,
  children,
}: {
  name: string;
  sending: boolean;
  children: React.ReactNode;
}) {
  return (
    <fieldset disabled={sending}>
      <legend className="unseen">{name}</legend>
      {children}
    </fieldset>
  );
}

export function Submit({
  intent,
  sending,
  whileSending,
  children,
}: {
  intent: string;
  sending: boolean;
  whileSending?: string | undefined;
  children: React.ReactNode;
}) {
  const { t } = useTranslations();
  return (
    <>
      {/* Not the button's value, which a disabled button or Enter in a field may omit. */}
      <input type="hidden" name="intent" value={intent} />
      <button className="button main" disabled={sending}>
        {sending ? (whileSending ?? t("form.sending")) : children}
      </button>
    </>
  );
}
