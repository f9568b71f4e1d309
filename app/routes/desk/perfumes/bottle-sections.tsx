import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { writeShown } from "#app/http/forms/shown-fields.ts";
import { DeskForm, FoldedForm } from "../desk-form.tsx";
import { useRefusal } from "../desk-page.tsx";
import { useFactInputs } from "../fact-fields.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
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
  const { texts } = useDeskText("catalogue");
  const saved = savedFields(bottle);
  return (
    <DeskForm
      form={saveForm}
      className="form label"
      title={texts.names}
      values={{ ...saved, version: String(bottle.version), shown: writeShown(saved) }}
      inputs={useFactInputs()}
      submit={texts.save}
      main
    />
  );
}

export function PhotoSection({ bottle }: { bottle: Bottle }) {
  const { texts } = useDeskText("catalogue");
  return (
    <section className="form label" id="photo">
      <h2>{texts.photo}</h2>
      <div className="desk-photo">
        <div className="desk-picture">
          <PerfumePicture marca={bottle.marca} nombre={bottle.nombre} foto={bottle.foto} eager />
        </div>
        <div>
          {bottle.foto ? (
            <FoldedForm
              form={photoRemoveForm}
              summary={<h3>{texts.photoRemove}</h3>}
              submit={texts.photoRemove}
            />
          ) : (
            <p>{texts.noPhoto}</p>
          )}
          <Upload />
        </div>
      </div>
    </section>
  );
}

function Upload() {
  const { texts } = useDeskText("catalogue");
  return (
    <details open={useRefusal()?.form === "photo"}>
      <summary>
        <h3>{texts.upload}</h3>
      </summary>
      <PostForm encType="multipart/form-data" noValidate>
        <p className="field">
          <label htmlFor="photo-file">{texts.file}</label>{" "}
          <span className="small soft" id="photo-hint">
            {texts.photoHint}
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
        <button className="button">{texts.upload}</button>
      </PostForm>
    </details>
  );
}

export function AliasesSection({ aliases }: Pick<Bottle, "aliases">) {
  const { texts } = useDeskText("catalogue");
  const kinds = (["name", "code"] as const).map((kind): [string, string] => [kind, texts[kind]]);
  return (
    <section className="form label" id="aliases">
      <h2>{texts.aliases}</h2>
      {aliases.length === 0 && <p>{texts.nothing}</p>}
      <ul className="desk-list">
        {aliases.map(({ alias, kind }) => (
          <li key={alias}>
            <TakeForm
              field={["alias", alias]}
              intent="alias-remove"
              label={`${texts.take}: ${alias}`}
            >
              {alias} <span className="small soft">({texts[kind]})</span>
            </TakeForm>
          </li>
        ))}
      </ul>
      <FoldedForm
        form={aliasForm}
        summary={<h3>{texts.addAlias}</h3>}
        inputs={{ kind: { options: kinds } }}
        submit={texts.add}
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
  const { texts } = useDeskText("catalogue");
  return (
    <PostForm className="desk-row">
      <span>{children}</span>
      <input type="hidden" name={name} value={value} />
      <button className="button" name="intent" value={intent} aria-label={label}>
        {texts.take}
      </button>
    </PostForm>
  );
}
