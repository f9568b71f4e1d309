import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { DataLicence } from "#app/ui/data-licence.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import type { offeredSource } from "./suggest-source.ts";

export function SuggestSource({
  offered: { dupeId, constraints, texts },
  refusal: of,
}: {
  offered: ReturnType<typeof offeredSource>;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const refusal = of?.form === "suggest-source" ? of : undefined;
  const { formProps, fields } = useSiteForm<"url" | "author" | "stance" | "said_on">(
    "suggest-source",
    { constraints, refusal },
  );
  const stances: [string, string][] = [
    ["for", texts.for],
    ["against", texts.against],
  ];
  return (
    <details open={refusal !== undefined}>
      <summary>{texts.add}</summary>
      <form method="post" className="form" {...formProps}>
        <input type="hidden" name="dupe_id" value={dupeId} />
        <Field field={fields.url} label={texts.url} inputMode="url" />
        <Field field={fields.author} label={texts.author} />
        <SelectField field={fields.stance} label={texts.stance} options={stances} />
        <Field field={fields.said_on} label={texts.date} type="date" />
        <button className="button main" name="intent" value="suggest-source">
          {t("suggest.submit")}
        </button>
        <DataLicence />
      </form>
    </details>
  );
}
