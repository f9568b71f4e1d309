import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";

export function useSending(intent: string): boolean {
  const { formData } = useNavigation();
  return formData?.get("intent") === intent;
}

/** A number that grows each time a form was accepted: as the form's key it makes the next form an empty one. */
export function useFormKey(sending: boolean, refusal: Refusal | undefined): number {
  const [key, setKey] = useState(0);
  const before = useRef(sending);
  useEffect(() => {
    if (before.current && !sending && !refusal) setKey((last) => last + 1);
    before.current = sending;
  }, [sending, refusal]);
  return key;
}

/** @param name says what the form is for, to those who do not see the page (WCAG H71) */
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
  whileSending?: string;
  children: React.ReactNode;
}) {
  const { t } = useTranslations();
  return (
    <>
      {/* Not as the button's value: a disabled button, or Enter in a field, may leave that out. */}
      <input type="hidden" name="intent" value={intent} />
      <button className="button main" disabled={sending}>
        {sending ? (whileSending ?? t("form.sending")) : children}
      </button>
    </>
  );
}
