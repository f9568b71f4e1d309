import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { DeskForm } from "../desk-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { refuseForm, tickedId } from "./queue-forms.ts";

/** @param props.withReviews explains what the buttons mean for reviews */
export function Ticked({ withReviews }: { withReviews: boolean }) {
  const { t } = useDeskTranslations();
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
    <DeskForm
      form={refuseForm}
      id={tickedId}
      intent={null}
      className="label desk-ticked"
      title={t("desk:queue.ticked")}
      inputs={{ reason: { list: "reasons" } }}
    >
      {/* First, because Enter in the reason presses it (RULES.md 10.11). */}
      {button("refuse-all", t("desk:queue.refuse"), t("desk:queue.refuseAll"))}
      {button("accept-all", t("desk:queue.accept"), t("desk:queue.acceptAll"))}
      {withReviews && (
        <p className="small soft" id="ticked-reviews">
          {t("desk:queue.tickedReviews")}
        </p>
      )}
    </DeskForm>
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
