import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { useRefusal } from "../desk-page.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";

const tickedId = "ticked";

/** @param props.withReviews explains what the buttons mean for reviews */
export function Ticked({ withReviews }: { withReviews: boolean }) {
  const { t } = useDeskTranslations();
  const refusal = useRefusal();
  const typed = refusal?.form === "refuse-all" ? refusal.initialValue?.reason : undefined;
  const button = (intent: string, text: string, label: string) => (
    <button
      className="button"
      name="intent"
      value={intent}
      aria-label={label}
      aria-describedby={withReviews ? "ticked-reviews" : undefined}
    >
      {text}
    </button>
  );
  return (
    <PostForm id={tickedId} className="label desk-ticked">
      <h2>{t("desk:queue.ticked")}</h2>
      {button("accept-all", t("desk:queue.accept"), t("desk:queue.acceptAll"))}
      <p className="field">
        <label htmlFor="refuse-all-reason">{t("desk:catalogue.reason")}</label>
        <input
          id="refuse-all-reason"
          name="reason"
          defaultValue={typeof typed === "string" ? typed : ""}
          list="reasons"
          autoComplete="off"
        />
      </p>
      {button("refuse-all", t("desk:queue.refuse"), t("desk:queue.refuseAll"))}
      {withReviews && (
        <p className="small soft" id="ticked-reviews">
          {t("desk:queue.tickedReviews")}
        </p>
      )}
    </PostForm>
  );
}

/** At the beginning of the card, where no button is that it could be taken for. */
export function Tick({ item: { name, version, kind }, id }: { item: QueueItem; id: string }) {
  const { t } = useDeskTranslations();
  return (
    <label className="desk-tick">
      <input
        type="checkbox"
        name="item"
        value={`${name}:${version}`}
        form={tickedId}
        aria-describedby={`${id}-what`}
      />{" "}
      <span className="unseen">{t("desk:queue.tick")}: </span>
      <span className="brand">{t(`desk:queue.kinds.${kind}`)}</span>
    </label>
  );
}

export function Reasons() {
  const { t } = useDeskTranslations();
  return (
    <datalist id="reasons">
      {t("desk:queue.reasons", { returnObjects: true }).map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </datalist>
  );
}
