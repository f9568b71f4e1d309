import type { Refusal } from "#app/http/forms/refusal.ts";
import { Choices } from "#app/ui/choices.tsx";
import { DataLicence } from "#app/ui/data-licence.tsx";
import { Refused } from "#app/ui/refused.tsx";
import type { OpenBlind } from "./open-blind.ts";

/** Whether people can tell a dupe from its original with their eyes closed (RULES.md 5.11). */
export function Blind({ blind, refusal: of }: { blind: OpenBlind; refusal: Refusal | undefined }) {
  const { dupeId, text, said, result, code } = blind;
  const refusal = of?.form.startsWith("blind") ? of : undefined;
  return (
    <section id="blind" aria-labelledby="blind-title">
      <h2 id="blind-title">{text.title}</h2>
      {said && (
        <p>
          <b>{said.phrase}</b>. {said.figures}.
        </p>
      )}
      <Refused refusal={refusal} />
      {result && <p>{result}</p>}
      {code !== undefined ? (
        <Answer {...blind} code={code} refusal={refusal} />
      ) : (
        <details open={refusal !== undefined}>
          <summary>{text.test}</summary>
          <ol>
            {text.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <form method="post">
            <input type="hidden" name="dupe_id" value={dupeId} />
            <button className="button main" name="intent" value="blind-start">
              {text.start}
            </button>
          </form>
        </details>
      )}
    </section>
  );
}

interface AnswerProps extends Pick<OpenBlind, "text" | "bottles"> {
  code: string;
  refusal: Refusal | undefined;
}

function Answer({ text, bottles, code, refusal }: AnswerProps) {
  const typed = refusal?.initialValue ?? {};
  return (
    <>
      <p>{text.ready}</p>
      <p className="code">{code}</p>
      <form method="post" className="form">
        <input type="hidden" name="code" value={code} />
        <Choices
          form="blind-answer"
          name="odd"
          legend={text.odd}
          choices={strips}
          chosen={typed["odd"]}
          error={refusal?.error?.["odd"]?.[0]}
          required
        />
        <Choices
          form="blind-answer"
          name="liked"
          legend={text.liked}
          choices={bottles}
          chosen={typed["liked"] ?? ""}
        />
        <DataLicence />
        <button className="button main" name="intent" value="blind-answer">
          {text.send}
        </button>
      </form>
    </>
  );
}

const strips = ["1", "2", "3"].map((strip) => ({ value: strip, text: strip }));
