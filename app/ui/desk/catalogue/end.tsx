import type { Refusal } from "../../../forms/refusal.ts";
import type { Constraints } from "../../../forms/sent-form.ts";
import { Field } from "../../field.tsx";
import { useSiteForm } from "../../form.ts";
import { useDeskText } from "../texts.ts";

/** What ends a bottle: it becomes another one, or goes. Both ask first (RULES.md 26.4). */
export function EndSection({
  constraints,
  refusal,
}: {
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"into">("merge", { constraints, refusal });
  return (
    <>
      <form method="post" className="form label" {...formProps}>
        <h2>{texts.merge}</h2>
        <p>{texts.mergeText}</p>
        <input type="hidden" name="intent" value="merge" />
        <Field field={fields.into} label={texts.into} inputMode="numeric" />
        <button className="button">{texts.mergeButton}</button>
      </form>
      <form method="post" className="form label">
        <h2>{texts.removeTitle}</h2>
        <p>{texts.removeText}</p>
        <button className="button" name="intent" value="remove">
          {texts.removeButton}
        </button>
      </form>
    </>
  );
}
