import type { Refusal } from "#app/http/forms/refusal.ts";
import { DataLicence } from "#app/ui/data-licence.tsx";
import { Refused } from "#app/ui/refused.tsx";
import type { OpenBlind } from "./open-blind.ts";

/** Whether people can tell a dupe from its original with their eyes closed (RULES.md 5.11). */
export function Blind({
  blind: { dupeId, title, said, result, open, offer },
  refusal: of,
}: {
  blind: OpenBlind;
  refusal: Refusal | undefined;
}) {
  const refusal = of?.form.startsWith("blind") ? of : undefined;
  return (
    <section id="blind" aria-labelledby="blind-title">
      <h2 id="blind-title">{title}</h2>
      {said && (
        <p>
          <b>{said.phrase}</b>. {said.figures}.
        </p>
      )}
      <Refused refusal={refusal} />
      {result && <p>{result}</p>}
      {open && <Answer open={open} refusal={refusal} />}
      {offer && (
        <details open={refusal !== undefined}>
          <summary>{offer.test}</summary>
          <ol>
            {offer.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <form method="post">
            <input type="hidden" name="dupe_id" value={dupeId} />
            <button className="button main" name="intent" value="blind-start">
              {offer.start}
            </button>
          </form>
        </details>
      )}
    </section>
  );
}

function Answer({
  open: { code, ready, odd, liked, bottles, send },
  refusal,
}: {
  open: Exclude<OpenBlind["open"], false>;
  refusal: Refusal | undefined;
}) {
  const wrong = refusal?.error?.["odd"]?.[0];
  const typed = refusal?.initialValue ?? {};
  return (
    <>
      <p>{ready}</p>
      <p className="code">{code}</p>
      <form method="post" className="form">
        <input type="hidden" name="code" value={code} />
        <fieldset className="choice">
          <legend>{odd}</legend>
          {wrong && (
            <p className="wrong" id="odd-error">
              {wrong}
            </p>
          )}
          {["1", "2", "3"].map((strip, at) => (
            <label key={strip}>
              <input
                type="radio"
                name="odd"
                value={strip}
                required
                id={at === 0 ? "blind-answer-odd" : undefined}
                defaultChecked={typed["odd"] === strip}
                {...(wrong && { "aria-invalid": true, "aria-describedby": "odd-error" })}
              />
              {strip}
            </label>
          ))}
        </fieldset>
        <fieldset className="choice">
          <legend>{liked}</legend>
          {bottles.map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name="liked"
                value={value}
                id={value === "dupe" ? "blind-answer-liked" : undefined}
                defaultChecked={(typed["liked"] ?? "") === value}
              />
              {text}
            </label>
          ))}
        </fieldset>
        <DataLicence />
        <button className="button main" name="intent" value="blind-answer">
          {send}
        </button>
      </form>
    </>
  );
}
