import type { ReactNode } from "react";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../desk-text.ts";
import { Reason } from "../reason-field.tsx";

interface Relation {
  id: number;
  bottleId: number;
  marca: string;
  nombre: string;
  porcentaje: number;
  likes: number;
  dislikes: number;
  estimacion: number | null;
  enlace: string | null;
}

/** The dupes of a bottle, a row each whose forms open below it, and what it is a dupe of. */
export function DupesSection({
  bottle,
  constraints,
  refusal,
}: {
  bottle: {
    dupes: Relation[];
    originals: Relation[];
  };
  constraints: { dupeAdd: Constraints; dupeSave: Constraints };
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  return (
    <>
      <section className="form label" id="dupes">
        <h2>{texts.dupes}</h2>
        {bottle.dupes.length === 0 && <p>{texts.nothing}</p>}
        <ul className="desk-list">
          {bottle.dupes.map((dupe) => (
            <Dupe key={dupe.id} dupe={dupe} constraints={constraints.dupeSave} refusal={refusal} />
          ))}
        </ul>
        <NewDupe constraints={constraints.dupeAdd} refusal={refusal} />
      </section>
      {bottle.originals.length > 0 && (
        <section className="form label">
          <h2>{texts.originals}</h2>
          <ul className="desk-list">
            {bottle.originals.map((original) => (
              <li key={original.id}>
                <Figure relation={original} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Figure({ relation, children }: { relation: Relation; children?: ReactNode }) {
  const { t } = useDeskText("catalogue");
  const { bottleId, marca, nombre, porcentaje, likes, dislikes } = relation;
  return (
    <>
      <Link to={`/desk/perfumes/${bottleId}`}>
        {marca} · {nombre}
      </Link>{" "}
      <span className="small soft">
        {t("figure", { percent: porcentaje, likes, dislikes })}
        {children}
      </span>
    </>
  );
}

function Dupe({
  dupe,
  constraints,
  refusal,
}: {
  dupe: Relation;
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts, t } = useDeskText("catalogue");
  const { id, estimacion, enlace } = dupe;
  const form = `dupe-${id}-form`;
  const { formProps, fields } = useSiteForm<"estimacion" | "enlace" | "reason">(form, {
    constraints,
    refusal,
    defaultValue: { estimacion: String(estimacion ?? ""), enlace: enlace ?? "" },
  });
  return (
    <li id={`dupe-${id}`} className="desk-folded">
      <div>
        <Figure relation={dupe}>
          {estimacion !== null && ` · ${t("estimated", { percent: estimacion })}`}
        </Figure>
        {enlace !== null && (
          <a className="small" href={enlace} rel="noopener noreferrer nofollow">
            {URL.canParse(enlace) ? new URL(enlace).host : enlace}
          </a>
        )}
      </div>
      <details open={refusal?.form === form}>
        <summary>
          {texts.change} <span className="unseen">{`${dupe.marca} ${dupe.nombre}`}</span>
        </summary>
        <PostForm {...formProps}>
          <input type="hidden" name="dupe_id" value={id} />
          <Field field={fields.estimacion} label={texts.estimacion} inputMode="numeric" />
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
    </li>
  );
}

function NewDupe({
  constraints,
  refusal,
}: {
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"marca" | "nombre" | "estimacion" | "enlace">(
    "dupe-add",
    { constraints, refusal },
  );
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
        <Field field={fields.enlace} label={texts.enlace} inputMode="url" />
        <button className="button">{texts.add}</button>
      </PostForm>
    </details>
  );
}
