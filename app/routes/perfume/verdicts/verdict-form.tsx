import type { Refusal } from "#app/http/forms/refusal.ts";
import { Choices } from "#app/ui/choices.tsx";
import { DataLicence } from "#app/ui/data-licence.tsx";
import type { OpenVerdict } from "./open-verdict.ts";

export interface PanelProps {
  open: OpenVerdict;
  refusal: Refusal | undefined;
}

export function VerdictForm({ open, refusal }: PanelProps) {
  const { dupe, action, questions, hasOwn, texts } = open;
  const own = refusal?.form === "verdict" ? refusal : undefined;
  const typed = own?.initialValue ?? typedIn(open);
  const errorOf = (name: string) => own?.error?.[name]?.[0];
  const wornError = errorOf("worn_both");
  return (
    <form method="post" action={action} className="form">
      <p className="small soft">{texts.lead}</p>
      <input type="hidden" name="intent" value="verdict" />
      <input type="hidden" name="dupe_id" value={dupe.id} />
      <div className="choice">
        {wornError && (
          <p className="wrong" id="verdict-worn_both-error">
            {wornError}
          </p>
        )}
        <label>
          <input
            type="checkbox"
            name="worn_both"
            id="verdict-worn_both"
            defaultChecked={Boolean(typed["worn_both"])}
            {...(wornError && {
              "aria-invalid": true,
              "aria-describedby": "verdict-worn_both-error",
            })}
          />
          {texts.worn}
        </label>
      </div>
      {questions.map((one) => (
        <Choices
          key={one.name}
          form="verdict"
          {...one}
          // Once answered, it can be left unanswered again.
          choices={
            typed[one.name] ? [...one.choices, { value: "", text: texts.unanswered }] : one.choices
          }
          chosen={typed[one.name]}
          error={errorOf(one.name)}
        />
      ))}
      <button className="button main">{hasOwn ? texts.change : texts.submit}</button>
      <DataLicence />
    </form>
  );
}

const typedIn = ({ typed }: OpenVerdict): Record<string, unknown> =>
  typed ? { ...typed, worn_both: typed.worn } : {};
