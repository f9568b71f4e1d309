import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { writeShown } from "#app/http/forms/shown-fields.ts";
import { DeskForm, FoldedForm } from "../desk-form.tsx";
import { useRefusal } from "../desk-page.tsx";
import { useFactInputs } from "../fact-fields.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Bottle } from "./load-bottle.ts";
import { aliasForm, photoRemoveForm, saveForm } from "./perfume-forms.ts";

export const savedFields = ({
  marca,
  nombre,
  popularidad,
  facts,
}: Pick<Bottle, "marca" | "nombre" | "popularidad" | "facts">) => ({
  marca,
  nombre,
  popularidad: String(popularidad),
  ...facts,
});

export function NamesSection({ bottle }: { bottle: Bottle }) {
  const { t } = useDeskTranslations();
  const saved = savedFields(bottle);
  return (
    <DeskForm
      form={saveForm}
      className="form label"
      title={t("desk:catalogue.names")}
      values={{ ...saved, version: String(bottle.version), shown: writeShown(saved) }}
      inputs={useFactInputs()}
      submit={t("desk:catalogue.save")}
      main
    />
  );
}

export function PhotoSection({ bottle }: { bottle: Bottle }) {
  const { t } = useDeskTranslations();
  return (
    <section className="form label" id="photo">
      <h2>{t("desk:catalogue.photo")}</h2>
      <div className="desk-photo">
        <div className="desk-picture">
          <PerfumePicture marca={bottle.marca} nombre={bottle.nombre} foto={bottle.foto} eager />
        </div>
        <div>
          {bottle.foto ? (
            <FoldedForm
              form={photoRemoveForm}
              summary={<h3>{t("desk:catalogue.photoRemove")}</h3>}
              submit={t("desk:catalogue.photoRemove")}
            />
          ) : (
            <p>{t("desk:catalogue.noPhoto")}</p>
          )}
          <Upload />
        </div>
      </div>
    </section>
  );
}

function Upload() {
  const { t } = useDeskTranslations();
  return (
    <details open={useRefusal()?.form === "photo"}>
      <summary>
        <h3>{t("desk:catalogue.upload")}</h3>
      </summary>
      <PostForm encType="multipart/form-data" noValidate>
        <p className="field">
          <label htmlFor="photo-file">{t("desk:catalogue.file")}</label>{" "}
          <span className="small soft" id="photo-hint">
            {t("desk:catalogue.photoHint")}
          </span>{" "}
          <input
            id="photo-file"
            name="photo"
            type="file"
            required
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            aria-describedby="photo-hint"
          />
        </p>
        <input type="hidden" name="intent" value="photo" />
        <button className="button">{t("desk:catalogue.upload")}</button>
      </PostForm>
    </details>
  );
}

export function AliasesSection({ aliases }: Pick<Bottle, "aliases">) {
  const { t } = useDeskTranslations();
  const kinds = (["name", "code"] as const).map((kind): [string, string] => [
    kind,
    t(`desk:catalogue.${kind}`),
  ]);
  return (
    <section className="form label" id="aliases">
      <h2>{t("desk:catalogue.aliases")}</h2>
      {aliases.length === 0 && <p>{t("desk:catalogue.nothing")}</p>}
      <ul className="desk-list">
        {aliases.map(({ alias, kind }) => (
          <li key={alias}>
            <TakeForm
              field={["alias", alias]}
              intent="alias-remove"
              label={`${t("desk:catalogue.take")}: ${alias}`}
            >
              {alias} <span className="small soft">({t(`desk:catalogue.${kind}`)})</span>
            </TakeForm>
          </li>
        ))}
      </ul>
      <FoldedForm
        form={aliasForm}
        summary={<h3>{t("desk:catalogue.addAlias")}</h3>}
        inputs={{ kind: { options: kinds } }}
        submit={t("desk:catalogue.add")}
      />
    </section>
  );
}

export function TakeForm({
  field: [name, value],
  intent,
  label,
  children,
}: {
  field: [name: string, value: string | number];
  intent: string;
  label: string;
  children: React.ReactNode;
}) {
  const { t } = useDeskTranslations();
  return (
    <PostForm className="desk-row">
      <span>{children}</span>
      <input type="hidden" name={name} value={value} />
      <button className="button" name="intent" value={intent} aria-label={label}>
        {t("desk:catalogue.take")}
      </button>
    </PostForm>
  );
}
