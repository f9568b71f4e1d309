import { Form } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { TextField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Refused } from "#app/ui/refused.tsx";
import { Controls, Submit, useSending } from "#app/ui/submit.tsx";

interface ReviewFormProps {
  dupeId: number;
  /** what the reader wrote before signing in, and its token */
  draft: { token: string; text: string } | undefined;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

export function ReviewForm({ dupeId, draft, constraints, refusal }: ReviewFormProps) {
  const { t } = useTranslations();
  const sending = useSending("publish-review");
  const { formProps, fields } = useSiteForm<"description">("publish-review", {
    constraints,
    refusal,
    ...(draft && { defaultValue: { description: draft.text } }),
  });
  return (
    <Form method="post" className="form" discover="none" preventScrollReset {...formProps}>
      <Refused refusal={refusal?.form === "publish-review" ? refusal : undefined} />
      <Controls name={t("reviews.write")} sending={sending}>
        <input type="hidden" name="dupe_id" value={dupeId} />
        {draft && <input type="hidden" name="draft" value={draft.token} />}
        <TextField
          field={fields.description}
          label={t("reviews.write")}
          hint={t("reviews.hint")}
          rows={3}
        />
        <Submit intent="publish-review" sending={sending}>
          {t("reviews.publish")}
        </Submit>
      </Controls>
    </Form>
  );
}
