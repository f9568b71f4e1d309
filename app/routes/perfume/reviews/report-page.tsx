import { reportReasons } from "#app/domain/reviews/report-reasons.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import type pages from "#app/i18n/locales/es/pages.json";
import { useTranslations } from "#app/i18n/translations.ts";
import { Head } from "#app/ui/head.tsx";
import fieldsCss from "#app/styles/fields.css?inline";
import css from "#app/styles/forms.css?inline";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { SignInWays } from "#app/ui/sign-in-ways.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { Controls, Submit } from "#app/ui/submit.tsx";

export interface ReportData {
  scripts: false;
  /** `text` is null when it has been hidden since; `language` is set when it differs from the page's */
  review: { id: number; author: string | null; text: string | null; language?: string };
  texts: (typeof pages)["report"];
  constraints: Constraints;
  /** the review, on its bottle's page */
  back: string;
  /** where signed-out readers must go first */
  /** null for who may report */
  signIn: string | null;
}

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
    <div className="wrap form-page">
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="forms" css={css} />
      <Head {...{ title, description }} index={false} failed={refusal !== undefined} />
      <Refused refusal={refusal} />
      <h1>{title}</h1>
      <p className="lead soft">{lead}</p>
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
    </div>
  );
}

function ReportForm({
  review,
  texts,
  constraints,
  refusal,
}: Pick<ReportData, "review" | "texts" | "constraints"> & { refusal: Refusal | undefined }) {
  const { formProps, fields } = useSiteForm<"reason" | "note">("report-review", {
    constraints,
    refusal,
  });
  const reasons = reportReasons.map((reason): [string, string] => [reason, texts.reasons[reason]]);
  return (
    <form method="post" className="form label" {...formProps}>
      <Controls name={texts.title} sending={false}>
        <input type="hidden" name="review_id" value={review.id} />
        <SelectField
          field={fields.reason}
          label={texts.reason}
          options={[["", texts.choose], ...reasons]}
        />
        <TextField field={fields.note} label={texts.note} hint={texts.noteHint} rows={4} />
        <Submit intent="report-review" sending={false}>
          {texts.submit}
        </Submit>
      </Controls>
    </form>
  );
}
