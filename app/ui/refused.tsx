import { type MouseEvent, useEffect, useRef } from "react";
import type { Refusal } from "../forms/refusal.ts";
import { isHydrated } from "./hydrated.ts";
import { fieldId } from "./field.tsx";
import { NoticeSheet } from "./notice-sheet.tsx";
import { InFront } from "./in-front.tsx";
import { useTranslations } from "../i18n/translations.ts";

/**
 * The summary of an action that was refused: takes the focus, with a link to each wrong field
 * (https://design-system.service.gov.uk/components/error-summary/).
 */
export function Refused({
  refusal,
  toast = false,
}: {
  refusal: Refusal | undefined;
  /** lies above the page, for an action that the page does not leave its place for */
  toast?: boolean;
}) {
  if (!refusal) return null;
  return (
    <InFront key={JSON.stringify(refusal)}>
      <Summary refusal={refusal} toast={toast} />
    </InFront>
  );
}

function Summary({ refusal, toast }: { refusal: Refusal; toast: boolean }) {
  const { t } = useTranslations();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It had the focus as the page came: who has gone on from there meanwhile is not called back.
    if (refusal && isHydrated()) box.current?.focus();
  }, [refusal]);
  const errors = Object.entries(refusal.errors);
  const said = errors.some(([, error]) => error === refusal.message);
  return (
    <div
      className={toast ? "notice toast" : "notice"}
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the summary takes the focus (design §4)
      autoFocus
      ref={box}
    >
      <NoticeSheet />
      {!said && <p>{refusal.message ?? t("error.offlineText")}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map(([name, error]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={goToField}>
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
      {refusal.link && <a href={refusal.link.to}>{refusal.link.text}</a>}
    </div>
  );
}

/** To the router another fragment is another place, and the refusal would be gone with the one before. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
