import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { useDeskText } from "../use-desk-text.ts";
import { PostForm } from "../post-form.tsx";
import { Reason } from "../reason.tsx";

export interface Relation {
  id: number;
  bottleId: number;
  marca: string;
  nombre: string;
  /** null where none is shown to shoppers */
  figure: string | null;
  likes: number;
  dislikes: number;
  estimacion: number | null;
  estimacion_url: string | null;
  enlace: string | null;
}

type Valued = "estimacion" | "estimacion_url" | "enlace";

interface Props {
  constraints: Constraints;
  refusal: Refusal | undefined;
}

/** Changes or removes a dupe. */
export function DupeForm({ dupe, constraints, refusal }: Props & { dupe: Relation }) {
  const { texts } = useDeskText("catalogue");
  const { id, estimacion, estimacion_url, enlace } = dupe;
  const form = `dupe-${id}-form`;
  const { formProps, fields } = useSiteForm<Valued | "reason">(form, {
    constraints,
    refusal,
    defaultValue: {
      estimacion: String(estimacion ?? ""),
      estimacion_url: estimacion_url ?? "",
      enlace: enlace ?? "",
    },
  });
  return (
    <details open={refusal?.form === form}>
      <summary>
        {texts.change} <span className="unseen">{`${dupe.marca} ${dupe.nombre}`}</span>
      </summary>
      <PostForm {...formProps}>
        <input type="hidden" name="dupe_id" value={id} />
        <Field field={fields.estimacion} label={texts.estimacion} inputMode="numeric" />
        <Field field={fields.estimacion_url} label={texts.estimacion_url} inputMode="url" />
        <Field field={fields.enlace} label={texts.enlace} inputMode="url" />
        <Reason field={fields.reason} />
        <p className="desk-buttons">
          <button
            className="button"
            name="intent"
            value="dupe-save"
            aria-label={`${texts.save}: ${dupe.nombre}`}
          >
            {texts.save}
          </button>
          <button
            className="button"
            name="intent"
            value="dupe-remove"
            formNoValidate
            aria-label={`${texts.takeDupe}: ${dupe.nombre}`}
          >
            {texts.takeDupe}
          </button>
        </p>
      </PostForm>
    </details>
  );
}

export function NewDupe({ constraints, refusal }: Props) {
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"marca" | "nombre" | Valued>("dupe-add", {
    constraints,
    refusal,
  });
  return (
    <details open={refusal?.form === "dupe-add"}>
      <summary>
        <h3>{texts.addDupe}</h3>
      </summary>
      <PostForm {...formProps}>
        <input type="hidden" name="intent" value="dupe-add" />
        <Field field={fields.marca} label={texts.marca} />
        <Field field={fields.nombre} label={texts.nombre} />
        <Field field={fields.estimacion} label={texts.estimacion} inputMode="numeric" />
        <Field field={fields.estimacion_url} label={texts.estimacion_url} inputMode="url" />
        <Field field={fields.enlace} label={texts.enlace} inputMode="url" />
        <button className="button">{texts.add}</button>
      </PostForm>
    </details>
  );
}
