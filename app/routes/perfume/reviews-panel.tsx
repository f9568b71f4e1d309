import { Form } from "react-router";
import type { Review } from "#app/domain/reviews/reviews.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import type { Format } from "#app/i18n/format.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import fieldsCss from "#app/styles/fields.css?inline";
import css from "#app/styles/reviews.css?inline";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Link } from "#app/ui/link.tsx";
import { withQuery } from "./panel-address.ts";
import { Controls, Submit, useFormKey, useSending } from "#app/ui/submit.tsx";
import { usePanelFocus } from "./use-panel-focus.ts";

/** What is shown of a review; @param reader who reads, because a person may delete their own @param language the page's */
export function presentReview(
  review: Review,
  format: Format,
  reader: string | null,
  language: string,
) {
  const { id, description, createdAt, author } = review;
  return {
    id,
    description,
    username: author.username,
    date: format.date(createdAt),
    ...(author.avatarUrl !== null && { avatarUrl: author.avatarUrl }),
    ...(review.userId === reader && { own: true }),
    ...(review.language !== null && review.language !== language && { language: review.language }),
  };
}

/** `state` says to its author why others do not see it */
type Presented = ReturnType<typeof presentReview> & { state?: string };

export interface OpenReviews {
  dupe: { id: number; nombre: string };
  reviews: Presented[];
  /** where there are several pages of them */
  paging?: { page: number; pages: number };
  /** what the reader had written before signing in, and its token */
  draft?: { token: string; text: string };
  /** why they cannot be shown */
  problem?: string;
  /** what the browser can check of a review */
  constraints: Constraints;
}

/** A dupe's reviews: write one, read them, delete one's own (RULES.md 6.3). */
export function Reviews({
  open,
  path,
  query,
  refusal,
}: {
  open: OpenReviews;
  path: string;
  /** what sorts and filters the list: "" or "sort=price&" */
  query: string;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const { dupe, reviews, problem } = open;
  const formKey = useFormKey(useSending("publish-review"), refusal);
  const section = usePanelFocus(".votes > a");
  return (
    <section
      className="reviews"
      id="reviews"
      aria-label={t("reviews.title", { nombre: dupe.nombre })}
      tabIndex={-1}
      ref={section}
    >
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="reviews" css={css} />
      {problem && <p role="alert">{problem}</p>}
      {!problem && reviews.length === 0 && <p className="small soft">{t("reviews.none")}</p>}
      {reviews.length > 0 && (
        <ul>
          {reviews.map((review) => (
            <OneReview key={review.id} review={review} path={path} />
          ))}
        </ul>
      )}
      {open.paging && <Pages {...open.paging} dupe={dupe} path={path} query={query} />}
      <Write key={formKey} open={open} refusal={refusal} />
    </section>
  );
}

function Write({ open, refusal }: { open: OpenReviews; refusal: Refusal | undefined }) {
  const { t } = useTranslations();
  const sending = useSending("publish-review");
  const { dupe, draft } = open;
  const { formProps, fields } = useSiteForm<"description">("publish-review", {
    constraints: open.constraints,
    refusal,
    ...(draft && { defaultValue: { description: draft.text } }),
  });
  return (
    <Form method="post" className="form" preventScrollReset {...formProps}>
      <Controls name={t("reviews.write")} sending={sending}>
        <input type="hidden" name="dupe_id" value={dupe.id} />
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

function OneReview({ review, path }: { review: Presented; path: string }) {
  const { t } = useTranslations();
  const sending = useSending("delete-review");
  const name = review.username ?? t("reviews.author");
  return (
    <li>
      <p className="by">
        <Avatar url={review.avatarUrl ?? null} name={name} size={32} />
        <b>{name}</b> <span className="small soft">{review.date}</span>
      </p>
      <p className="said" lang={review.language}>
        {review.description}
      </p>
      {review.state && <p className="small">{review.state}</p>}
      {review.own ? (
        <details>
          <summary className="small">{t("reviews.delete")}</summary>
          <Form method="post" preventScrollReset>
            <p>{t("reviews.deleteQuestion")}</p>
            <input type="hidden" name="intent" value="delete-review" />
            <button className="button" name="review_id" value={review.id} disabled={sending}>
              {t("reviews.deleteConfirm")}
            </button>
          </Form>
        </details>
      ) : (
        <Link className="small soft" to={`${path}?report=${review.id}`} rel="nofollow">
          {t("reviews.report")}
        </Link>
      )}
    </li>
  );
}

function Pages({
  page,
  pages,
  dupe,
  path,
  query,
}: NonNullable<OpenReviews["paging"]> & {
  dupe: OpenReviews["dupe"];
  path: string;
  query: string;
}) {
  const { t } = useTranslations();
  const address = (to: number) =>
    `${withQuery(path, query, `reviews=${dupe.id}${to > 1 ? `&page=${to}` : ""}`)}#dupe-${dupe.id}`;
  return (
    <nav className="pages" aria-label={t("reviews.pages")}>
      {page > 1 && (
        <Link className="button" to={address(page - 1)} rel="prev">
          {t("reviews.newer")}
        </Link>
      )}
      {page < pages && (
        <Link className="button" to={address(page + 1)} rel="next">
          {t("reviews.older")}
        </Link>
      )}
    </nav>
  );
}
