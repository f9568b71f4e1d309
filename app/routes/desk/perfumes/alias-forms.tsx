import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";

export function AliasesSection({
  aliases,
  constraints,
  refusal,
}: {
  aliases: { alias: string; kind: "name" | "code" }[];
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"alias" | "kind">("alias-add", {
    constraints,
    refusal,
  });
  return (
    <section className="form label" id="aliases">
      <h2>{texts.aliases}</h2>
      {aliases.length === 0 && <p>{texts.nothing}</p>}
      <ul className="desk-list">
        {aliases.map(({ alias, kind }) => (
          <li key={alias}>
            <PostForm className="desk-row">
              <span>
                {alias} <span className="small soft">({texts[kind]})</span>
              </span>
              <input type="hidden" name="alias" value={alias} />
              <button
                className="button"
                name="intent"
                value="alias-remove"
                aria-label={`${texts.take}: ${alias}`}
              >
                {texts.take}
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
      <details open={refusal?.form === "alias-add"}>
        <summary>
          <h3>{texts.addAlias}</h3>
        </summary>
        <PostForm {...formProps}>
          <input type="hidden" name="intent" value="alias-add" />
          <Field field={fields.alias} label={texts.alias} />
          <SelectField
            field={fields.kind}
            label={texts.kind}
            options={[
              ["name", texts.name],
              ["code", texts.code],
            ]}
          />
          <button className="button">{texts.add}</button>
        </PostForm>
      </details>
    </section>
  );
}
