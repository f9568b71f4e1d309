import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { Refusal } from "../forms/refusal.ts";
import { useTranslations } from "../i18n/translations.ts";

/** @returns true while the form with this intent is on its way */
export function useSending(intent: string): boolean {
  const { formData } = useNavigation();
  return formData?.get("intent") === intent;
}

/**
 * Grows each time that what a form held has been taken: with it as the key the next one is a form anew, and an empty one.
 */
export function useRound(sending: boolean, refusal: Refusal | undefined): number {
  const [round, setRound] = useState(0);
  const before = useRef(sending);
  useEffect(() => {
    if (before.current && !sending && !refusal) setRound((last) => last + 1);
    before.current = sending;
  }, [sending, refusal]);
  return round;
}

/** The button that sends a form, and names its action. */
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
      {/* Not the button's own name: a disabled button, or Enter in a field, may leave that out. */}
      <input type="hidden" name="intent" value={intent} />
      <button className="button main" disabled={sending}>
        {sending ? (whileSending ?? t("form.sending")) : children}
      </button>
    </>
  );
}
