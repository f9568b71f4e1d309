import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { useAddedLater } from "./hydrated.ts";
import { InFront, MessageBox } from "./message-box.tsx";

/** An error summary (https://design-system.service.gov.uk/components/error-summary/). */
export function Refused({
  refusal,
  toast = false,
}: {
  refusal: Refusal | undefined;
  /** for an action that does not scroll the page */
  toast?: boolean;
}) {
  const [left, setLeft] = useState<Refusal>();
  useEffect(() => {
    if (!toast || !refusal) return;
    const leave = () => setLeft(refusal);
    document.addEventListener("submit", leave);
    return () => document.removeEventListener("submit", leave);
  }, [toast, refusal]);
  if (!refusal || left === refusal) return null;
  return (
    <InFront key={JSON.stringify(refusal)}>
      <Summary refusal={refusal} leave={toast ? () => setLeft(refusal) : undefined} />
    </InFront>
  );
}

function Summary({ refusal, leave }: { refusal: Refusal; leave: (() => void) | undefined }) {
  const { t } = useTranslations();
  const box = useRef<HTMLDivElement>(null);
  const isAddedLater = useAddedLater();
  const [first] = useState(refusal);
  useEffect(() => {
    // After a page load the browser has focused it already, and the person may have moved on.
    if (isAddedLater || refusal !== first) box.current?.focus();
  }, [isAddedLater, refusal, first]);
  const { "": general, ...ofFields } = refusal.error ?? {};
  const wrong = fieldsByMessage(ofFields);
  return (
    <MessageBox
      toast={leave !== undefined}
      stays={leave === undefined}
      onAnimationEnd={leave}
      role="alert"
      id={leave || !refusal.form ? undefined : `${refusal.form}-error`}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the summary gets the focus (RULES.md 12.6)
      autoFocus
      ref={box}
    >
      {refusal.offline && <p>{t("error.offlineText")}</p>}
      {general?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {wrong.length > 0 && (
        <ul>
          {wrong.map(([text, fields]) => (
            <li key={text}>
              <WrongFields text={text} fields={fields} refusal={refusal} />
            </li>
          ))}
        </ul>
      )}
      {refusal.links?.map(({ to, text }) => (
        <a key={to} href={to}>
          {text}
        </a>
      ))}
    </MessageBox>
  );
}

function WrongFields({
  text,
  fields,
  refusal,
}: {
  text: string;
  fields: string[];
  refusal: Refusal;
}) {
  const link = (name: string, shown: string) => (
    <a href={`#${refusal.form}-${name}`} onClick={goToField}>
      {shown}
    </a>
  );
  if (fields.length === 1) return link(fields[0]!, text);
  return (
    <>
      <p>{text}</p>
      <ul>
        {fields.map((name) => (
          <li key={name}>{link(name, refusal.labels?.[name] ?? name)}</li>
        ))}
      </ul>
    </>
  );
}

function fieldsByMessage(errors: NonNullable<Refusal["error"]>): [string, string[]][] {
  const fields = new Map<string, string[]>();
  for (const [name, messages] of Object.entries(errors)) {
    const first = messages?.[0];
    if (first !== undefined) fields.set(first, [...(fields.get(first) ?? []), name]);
  }
  return [...fields];
}

/** Does not navigate: for the router another fragment is another location, which loses the refusal. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
