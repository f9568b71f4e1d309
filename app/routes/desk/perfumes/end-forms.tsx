import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Reason } from "../reason.tsx";

/** Forms to merge or remove the bottle; both ask for confirmation (RULES.md 10.15). */
export function EndSection({
  constraints,
  refusal,
}: {
  constraints: { merge: Constraints; reasoned: Constraints };
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const merge = useSiteForm<"into" | "reason">("merge", {
    constraints: constraints.merge,
    refusal,
  });
  const remove = useSiteForm<"reason">("remove", { constraints: constraints.reasoned, refusal });
  return (
    <>
      <details className="form label" open={refusal?.form === "merge"}>
        <summary>
          <h2>{texts.merge}</h2>
        </summary>
        <PostForm {...merge.formProps}>
          <p>{texts.mergeText}</p>
          <input type="hidden" name="intent" value="merge" />
          <Field field={merge.fields.into} label={texts.into} inputMode="numeric" />
          <Reason field={merge.fields.reason} />
          <button className="button">{texts.mergeButton}</button>
        </PostForm>
      </details>
      <details className="form label" open={refusal?.form === "remove"}>
        <summary>
          <h2>{texts.removeTitle}</h2>
        </summary>
        <PostForm {...remove.formProps}>
          <p>{texts.removeText}</p>
          <input type="hidden" name="intent" value="remove" />
          <Reason field={remove.fields.reason} />
          <button className="button">{texts.removeButton}</button>
        </PostForm>
      </details>
    </>
  );
}
