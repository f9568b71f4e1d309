import { createContext, useContext } from "react";
import { useLocation } from "react-router";
import type { KeptFields } from "#app/http/forms/kept-fields.ts";

interface Kept {
  fields: KeptFields;
  title: string;
  send: string;
}

/** On the server, the form whose page could not be shown; null otherwise. */
export const KeptFormContext = createContext<Kept | null>(null);

/** Makes React keep the server's form during hydration. */
const untouched = { __html: "" };

/** What was typed, to be copied or sent again (RULES.md 12.6). Only in documents: a hydrated page keeps its form. */
export function KeptForm() {
  const { key } = useLocation();
  const kept = useContext(KeptFormContext);
  return import.meta.env.SSR ? (
    <div>{kept && <SendAgain {...kept} />}</div>
  ) : (
    <div key={key} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
  );
}

function SendAgain({ fields, title, send }: Kept) {
  return (
    <form method="post" className="kept">
      <h2>{title}</h2>
      {fields.map(([name, value], at) =>
        // Words, not ids, choices or addresses.
        /\s/u.test(value) ? (
          <textarea key={at} name={name} aria-label={title} rows={4} defaultValue={value} />
        ) : (
          <input key={at} type="hidden" name={name} value={value} />
        ),
      )}
      <button className="button main">{send}</button>
    </form>
  );
}
