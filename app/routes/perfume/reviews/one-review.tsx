import { Form } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSending } from "#app/ui/submit.tsx";
import type { PresentedReview } from "./open-reviews.ts";

export function OneReview({ review, path }: { review: PresentedReview; path: string }) {
  const { t } = useTranslations();
  const sending = useSending("delete-review");
  const name = review.username ?? t("reviews.author");
  return (
    <li>
      <p className="by">
        <Avatar url={review.avatarUrl ?? null} name={name} size={32} />
        <b>{name}</b>{" "}
        <span className="small soft">
          {review.date}
          {review.voted && ` · ${review.voted}`}
        </span>
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
