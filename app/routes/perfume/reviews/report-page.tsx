import { reportReasons } from "#app/domain/reviews/report-reasons.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { FormPage } from "#app/ui/form-page.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import { Link } from "#app/ui/link.tsx";
import { SignInWays } from "#app/ui/sign-in-ways.tsx";
import type { reportPage } from "./report-review.ts";

export type ReportData = NonNullable<Awaited<ReturnType<typeof reportPage>>>;

export function ReportPage({
  report: { review, texts, constraints, back, signIn },
  refusal,
}: {
  report: ReportData;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const { title, description, lead } = texts;
  return (
    <FormPage {...{ title, description, lead, refusal }}>
      {review.text !== null && (
        <figure className="quoted">
          <figcaption>
            <b>{review.author ?? t("reviews.author")}</b>
          </figcaption>
          <blockquote lang={review.language}>{review.text}</blockquote>
        </figure>
      )}
      {signIn === null ? (
        <ReportForm {...{ review, texts, constraints, refusal }} />
      ) : (
        <p>
          {texts.signIn} <SignInWays back={signIn} />
        </p>
      )}
      <p className="small soft">
        {texts.rightsText} <Link to="/notice">{texts.rightsLink}</Link>
      </p>
      <p>
        <Link className="button" to={back}>
          {texts.back}
        </Link>
      </p>
    </FormPage>
  );
}

function ReportForm({
  review,
  texts,
  constraints,
  refusal,
}: Pick<ReportData, "review" | "texts" | "constraints"> & { refusal: Refusal | undefined }) {
  const form = useSiteForm<"reason" | "note">("report-review", {
    constraints,
    refusal,
  });
  const reasons = reportReasons.map((reason): [string, string] => [reason, texts.reasons[reason]]);
  return (
    <SiteForm of={form} plain name={texts.title} submit={texts.submit}>
      <input type="hidden" name="review_id" value={review.id} />
      <SelectField
        field={form.fields.reason}
        label={texts.reason}
        options={[["", texts.choose], ...reasons]}
      />
      <TextField field={form.fields.note} label={texts.note} hint={texts.noteHint} rows={4} />
    </SiteForm>
  );
}
