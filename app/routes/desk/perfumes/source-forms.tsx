import type { Source } from "#app/domain/catalog/sources.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";

interface Props {
  dupe: { id: number; marca: string; nombre: string; sources: Source[] };
  constraints: Constraints;
  refusal: Refusal | undefined;
}

/** Who says it of a dupe: removes and adds sources (RULES.md 1.15). */
export function Sources({ dupe, constraints, refusal }: Props) {
  const { texts } = useDeskText("catalogue");
  const form = `source-${dupe.id}-form`;
  return (
    <details open={refusal?.form === form}>
      <summary>
        {texts.sources} ({dupe.sources.length}){" "}
        <span className="unseen">{`${dupe.marca} ${dupe.nombre}`}</span>
      </summary>
      <ul className="desk-list">
        {dupe.sources.map((source) => (
          <ListedSource key={source.id} source={source} />
        ))}
      </ul>
      <NewSource form={form} dupeId={dupe.id} constraints={constraints} refusal={refusal} />
    </details>
  );
}

function ListedSource({ source: { id, url, title, stance, kind, said_on } }: { source: Source }) {
  const { texts, language } = useDeskText("catalogue");
  const what = [new URL(url).host, texts.stances[stance], texts.kinds[kind]];
  if (said_on !== null) what.push(formatIn(language).date(said_on));
  return (
    <li>
      <PostForm className="desk-row">
        <span>
          <a href={url} rel="noopener noreferrer nofollow">
            {title}
          </a>{" "}
          <span className="small soft">{what.join(" · ")}</span>
        </span>
        <input type="hidden" name="source_id" value={id} />
        <button
          className="button"
          name="intent"
          value="source-remove"
          aria-label={`${texts.takeSource}: ${title}`}
        >
          {texts.take}
        </button>
      </PostForm>
    </li>
  );
}

function NewSource({
  form,
  dupeId,
  constraints,
  refusal,
}: Omit<Props, "dupe"> & { form: string; dupeId: number }) {
  const { texts } = useDeskText("catalogue");
  const { formProps, fields } = useSiteForm<"url" | "title" | "stance" | "kind" | "said_on">(form, {
    constraints,
    refusal,
  });
  return (
    <PostForm {...formProps}>
      <h3>{texts.addSource}</h3>
      <input type="hidden" name="intent" value="source-add" />
      <input type="hidden" name="dupe_id" value={dupeId} />
      <Field field={fields.url} label={texts.url} inputMode="url" />
      <Field field={fields.title} label={texts.sourceTitle} />
      <SelectField
        field={fields.stance}
        label={texts.stance}
        options={Object.entries(texts.stances)}
      />
      <SelectField field={fields.kind} label={texts.kind} options={Object.entries(texts.kinds)} />
      <Field field={fields.said_on} label={texts.saidOn} type="date" />
      <button className="button">{texts.add}</button>
    </PostForm>
  );
}
