import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import fieldsCss from "#app/styles/fields.css?inline";
import css from "#app/styles/reviews.css?inline";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { Controls, Submit, useFormKey, useSending } from "#app/ui/submit.tsx";
import { OneReview } from "./one-review.tsx";
import type { OpenReviews } from "./open-reviews.ts";
import { type PageAddress, reviewsPath } from "../page-address.ts";
import { Form } from "react-router";
import { TextField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import { Refused } from "#app/ui/refused.tsx";

interface PanelProps {
  open: OpenReviews;
  page: PageAddress;
}

/** A dupe's reviews: write, read, delete one's own (RULES.md 5.2). */
export function Reviews({ refusal, ...panel }: PanelProps & { refusal: Refusal | undefined }) {
  const { t } = useTranslations();
  const { dupe, reviews, problem, draft, constraints } = panel.open;
  const formKey = useFormKey(useSending("publish-review"), refusal);
  return (
    <section
      className="reviews"
      id="reviews"
      aria-label={t("reviews.title", { nombre: dupe.nombre })}
    >
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="reviews" css={css} />
      {problem && <p role="alert">{problem}</p>}
      {!problem && reviews.length === 0 && <p className="small soft">{t("reviews.none")}</p>}
      {reviews.length > 0 && (
        <ul>
          {reviews.map((review) => (
            <OneReview key={review.id} review={review} path={panel.page.path} />
          ))}
        </ul>
      )}
      <Pages {...panel} />
      <ReviewForm key={formKey} dupeId={dupe.id} {...{ draft, constraints, refusal }} />
    </section>
  );
}

function Pages({ open: { dupe, paging }, page }: PanelProps) {
  const { t } = useTranslations();
  if (!paging) return null;
  const { page: at, pages } = paging;
  const address = (to: number) =>
    reviewsPath(page, dupe.id, to > 1 ? { page: String(to) } : undefined);
  return (
    <nav className="pages" aria-label={t("reviews.pages")}>
      {at > 1 && (
        <Link className="button" to={address(at - 1)} rel="prev">
          {t("reviews.newer")}
        </Link>
      )}
      {at < pages && (
        <Link className="button" to={address(at + 1)} rel="next">
          {t("reviews.older")}
        </Link>
      )}
    </nav>
  );
}

interface ReviewFormProps {
  dupeId: number;
  /** what the reader wrote before signing in, and its token */
  draft: { token: string; text: string } | undefined;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

function ReviewForm({ dupeId, draft, constraints, refusal }: ReviewFormProps) {
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
