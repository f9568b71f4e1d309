import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { DataLicence } from "#app/ui/data-licence.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import type { PairData } from "../pair/load-pair.ts";

export function SuggestSource({
  page: { dupe, sourceConstraints: constraints, stances, texts },
  refusal: of,
}: {
  page: PairData;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const refusal = of?.form === "suggest-source" ? of : undefined;
  const { formProps, fields } = useSiteForm<"url" | "author" | "stance" | "said_on">(
    "suggest-source",
    { constraints, refusal },
  );
  return (
    <details open={refusal !== undefined}>
      <summary>{texts.sourceAdd}</summary>
      <form method="post" className="form" {...formProps}>
        <input type="hidden" name="dupe_id" value={dupe.id} />
        <Field field={fields.url} label={texts.sourceUrl} inputMode="url" />
        <Field field={fields.author} label={texts.sourceAuthor} />
        <SelectField field={fields.stance} label={texts.sourceStance} options={stances} />
        <Field field={fields.said_on} label={texts.sourceDate} type="date" />
        <button className="button main" name="intent" value="suggest-source">
          {t("suggest.submit")}
        </button>
        <DataLicence />
      </form>
    </details>
  );
}
