import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Head } from "./head.tsx";
import fields from "#app/styles/fields.css?inline";
import css from "#app/styles/forms.css?inline";
import { Refused } from "./refused.tsx";
import { Sheet } from "./style-sheet.tsx";

export function FormPage({
  title,
  lead,
  description,
  index = false,
  refusal,
  children,
}: {
  title: string;
  lead?: string;
  description?: string;
  /** whether search engines may list it */
  index?: boolean;
  refusal?: Refusal | undefined;
  children: React.ReactNode;
}) {
  const { t } = useTranslations();
  return (
    <div className="wrap form-page">
      <Sheet name="fields" css={fields} />
      <Sheet name="forms" css={css} />
      <Head
        title={title}
        description={description ?? t("auth.lead")}
        index={index}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal} />
      <h1>{title}</h1>
      {lead && <p className="lead soft">{lead}</p>}
      {children}
    </div>
  );
}
