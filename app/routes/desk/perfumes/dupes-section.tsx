import type { ReactNode } from "react";
import type { Source } from "#app/domain/catalog/sources.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { formatIn } from "#app/i18n/format.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { DupeForm, NewDupe, type Relation } from "./dupe-forms.tsx";
import { Sources } from "./source-forms.tsx";

export function DupesSection({
  bottle,
  constraints,
  refusal,
}: {
  bottle: {
    dupes: (Relation & { sources: Source[] })[];
    originals: Relation[];
  };
  constraints: { dupeAdd: Constraints; dupeSave: Constraints; sourceAdd: Constraints };
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
            <li key={dupe.id} id={`dupe-${dupe.id}`} className="desk-folded">
              <Summary dupe={dupe} />
              <DupeForm dupe={dupe} constraints={constraints.dupeSave} refusal={refusal} />
              <Sources dupe={dupe} constraints={constraints.sourceAdd} refusal={refusal} />
            </li>
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

function Summary({ dupe }: { dupe: Relation }) {
  const { t } = useDeskText("catalogue");
  const { estimacion, enlace } = dupe;
  return (
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
  );
}

function Figure({ relation, children }: { relation: Relation; children?: ReactNode }) {
  const { t: say } = useTranslations();
  const { language, t } = useDeskText("catalogue");
  const { number } = formatIn(language);
  const { bottleId, marca, nombre, figure, likes, dislikes } = relation;
  return (
    <>
      <Link to={`/desk/perfumes/${bottleId}`}>
        {marca} · {nombre}
      </Link>{" "}
      <span className="small soft">
        {t("figure", {
          figure: figure ?? say("perfume.noData"),
          likes: number(likes),
          dislikes: number(dislikes),
        })}
        {children}
      </span>
    </>
  );
}
