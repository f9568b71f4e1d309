import type { ReactNode } from "react";
import { hasEnoughVotes } from "#app/domain/catalog/dupe-order.ts";
import type { Source } from "#app/domain/catalog/sources.ts";
import { formatIn } from "#app/i18n/format.ts";
import { BottleLink } from "../bottle-link.tsx";
import { DeskForm, FoldedForm } from "../desk-form.tsx";
import { useRefusal } from "../desk-page.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { TakeForm } from "./bottle-sections.tsx";
import type { Bottle } from "./load-bottle.ts";
import { dupeAddForm, dupeSaveForm, sourceAddForm } from "./perfume-forms.ts";

type Dupe = Bottle["dupes"][number];

export function DupesSection({ bottle: { dupes, originals } }: { bottle: Bottle }) {
  const { t } = useDeskTranslations();
  return (
    <>
      <section className="form label" id="dupes">
        <h2>{t("desk:catalogue.dupes")}</h2>
        {dupes.length === 0 && <p>{t("desk:catalogue.nothing")}</p>}
        <ul className="desk-list">
          {dupes.map((dupe) => (
            <li key={dupe.id} id={`dupe-${dupe.id}`} className="desk-folded">
              <Summary dupe={dupe} />
              <DupeForm dupe={dupe} />
              <Sources dupe={dupe} />
            </li>
          ))}
        </ul>
        <FoldedForm
          form={dupeAddForm}
          summary={<h3>{t("desk:catalogue.addDupe")}</h3>}
          submit={t("desk:catalogue.add")}
        />
      </section>
      {originals.length > 0 && (
        <section className="form label">
          <h2>{t("desk:catalogue.originals")}</h2>
          <ul className="desk-list">
            {originals.map((original) => (
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

function Summary({ dupe }: { dupe: Dupe }) {
  const { t } = useDeskTranslations();
  const { estimacion, enlace } = dupe;
  return (
    <div>
      <Figure relation={dupe}>
        {estimacion !== null && ` · ${t("desk:catalogue.estimated", { percent: estimacion })}`}
      </Figure>
      {enlace !== null && (
        <a className="small" href={enlace} rel="noopener noreferrer nofollow">
          {URL.canParse(enlace) ? new URL(enlace).host : enlace}
        </a>
      )}
    </div>
  );
}

function Figure({
  relation,
  children,
}: {
  relation: Bottle["originals"][number];
  children?: ReactNode;
}) {
  const { language, t } = useDeskTranslations();
  const { number, percent } = formatIn(language);
  const { bottleId, marca, nombre, porcentaje, likes, dislikes } = relation;
  return (
    <>
      <BottleLink {...{ id: bottleId, marca, nombre }} />{" "}
      <span className="small soft">
        {t("desk:catalogue.figure", {
          figure: hasEnoughVotes(relation) ? percent(porcentaje) : t("perfume.noData"),
          likes: number(likes),
          dislikes: number(dislikes),
        })}
        {children}
      </span>
    </>
  );
}

function DupeForm({ dupe }: { dupe: Dupe }) {
  const { t } = useDeskTranslations();
  const { id, marca, nombre, estimacion, estimacion_url, enlace } = dupe;
  const button = (intent: string, text: string, more = {}) => (
    <button
      className="button"
      name="intent"
      value={intent}
      aria-label={`${text}: ${nombre}`}
      {...more}
    >
      {text}
    </button>
  );
  return (
    <FoldedForm
      form={dupeSaveForm}
      id={`dupe-${id}-form`}
      intent={null}
      summary={
        <>
          {t("desk:catalogue.change")} <span className="unseen">{`${marca} ${nombre}`}</span>
        </>
      }
      values={{
        dupe_id: String(id),
        estimacion: String(estimacion ?? ""),
        estimacion_url: estimacion_url ?? "",
        enlace: enlace ?? "",
      }}
    >
      <p className="desk-buttons">
        {button("dupe-save", t("desk:catalogue.save"))}
        {button("dupe-remove", t("desk:catalogue.takeDupe"), { formNoValidate: true })}
      </p>
    </FoldedForm>
  );
}

function Sources({ dupe: { id, marca, nombre, sources } }: { dupe: Dupe }) {
  const { t } = useDeskTranslations();
  const title = t("desk:catalogue.sources");
  const form = `source-${id}-form`;
  return (
    <details open={useRefusal()?.form === form}>
      <summary>
        {title} ({sources.length}) <span className="unseen">{`${marca} ${nombre}`}</span>
      </summary>
      <ul className="desk-list">
        {sources.map((source) => (
          <ListedSource key={source.id} source={source} />
        ))}
      </ul>
      <DeskForm
        form={sourceAddForm}
        id={form}
        title={t("desk:catalogue.addSource")}
        heading="h3"
        values={{ dupe_id: String(id) }}
        inputs={{
          stance: { options: Object.entries(t("desk:catalogue.stances", { returnObjects: true })) },
          kind: { options: Object.entries(t("desk:catalogue.kinds", { returnObjects: true })) },
        }}
        submit={t("desk:catalogue.add")}
      />
    </details>
  );
}

function ListedSource({
  source: { id, url, title, author, stance, kind, said_on },
}: {
  source: Source;
}) {
  const { language, t } = useDeskTranslations();
  const what = [
    ...(author === null ? [] : [author]),
    new URL(url).host,
    t(`desk:catalogue.stances.${stance}`),
    t(`desk:catalogue.kinds.${kind}`),
  ];
  if (said_on !== null) what.push(formatIn(language).date(said_on));
  return (
    <li>
      <TakeForm
        field={["source_id", id]}
        intent="source-remove"
        label={`${t("desk:catalogue.takeSource")}: ${title}`}
      >
        <a href={url} rel="noopener noreferrer nofollow">
          {title}
        </a>{" "}
        <span className="small soft">{what.join(" · ")}</span>
      </TakeForm>
    </li>
  );
}
