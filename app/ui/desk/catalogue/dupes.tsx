import type { Refusal } from "../../../forms/refusal.ts";
import type { Constraints } from "../../../forms/sent-form.ts";
import { Field } from "../../field.tsx";
import { useSiteForm } from "../../form.ts";
import { Link } from "../../link.tsx";
import { useDeskText } from "../texts.ts";

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

/** The dupes of a bottle, what it is a dupe of, and its prices. */
export function DupesSection({
  bottle,
  constraints,
  refusal,
}: {
  bottle: {
    dupes: Relation[];
    originals: Relation[];
    prices: { shown: number; held: number; refused: number };
  };
  constraints: { dupeAdd: Constraints; dupeSave: Constraints };
  refusal: Refusal | undefined;
}) {
  const { texts, t } = useDeskText("catalogue");
  return (
    <>
      <section className="form label" id="dupes">
        <h2>{texts.dupes}</h2>
        {bottle.dupes.length === 0 && <p>{texts.nothing}</p>}
        {bottle.dupes.map((dupe) => (
          <Dupe key={dupe.id} dupe={dupe} constraints={constraints.dupeSave} refusal={refusal} />
        ))}
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
      <section className="form label">
        <h2>{texts.prices}</h2>
        <p>{t("pricesText", bottle.prices)}</p>
      </section>
    </>
  );
}

function Figure({ relation }: { relation: Relation }) {
  const { t } = useDeskText("catalogue");
  const { bottleId, marca, nombre, porcentaje, likes, dislikes } = relation;
  return (
    <>
      <Link to={`/desk/perfumes/${bottleId}`}>
        {marca} · {nombre}
      </Link>{" "}
      <span className="small soft">{t("figure", { percent: porcentaje, likes, dislikes })}</span>
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
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"estimacion" | "enlace">(`dupe-save-${dupe.id}`, {
    constraints,
    refusal,
    defaultValue: { estimacion: String(dupe.estimacion ?? ""), enlace: dupe.enlace ?? "" },
  });
  return (
    <form method="post" {...formProps} className="desk-dupe">
      <h3>
        <Figure relation={dupe} />
      </h3>
      <input type="hidden" name="dupe_id" value={dupe.id} />
      <Field field={fields.estimacion} label={texts.estimacion} inputMode="numeric" />
      <Field field={fields.enlace} label={texts.enlace} inputMode="url" />
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
    </form>
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
    <form method="post" {...formProps} className="desk-dupe">
      <h3>{texts.addDupe}</h3>
      <input type="hidden" name="intent" value="dupe-add" />
      <Field field={fields.marca} label={texts.marca} />
      <Field field={fields.nombre} label={texts.nombre} />
      <Field field={fields.estimacion} label={texts.estimacion} inputMode="numeric" />
      <Field field={fields.enlace} label={texts.enlace} inputMode="url" />
      <button className="button">{texts.add}</button>
    </form>
  );
}
