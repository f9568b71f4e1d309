import type { Refusal } from "#app/http/forms/refusal.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import type { ItemData } from "./present-item.ts";

/** The id of the form for ticked items. */
const tickedId = "ticked";

export function Ticked({
  withReviews,
  refusal,
}: {
  /** explains what the buttons mean for reviews */
  withReviews: boolean;
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("queue");
  const typed = refusal?.form === "refuse-all" ? refusal.initialValue?.reason : undefined;
  return (
    <PostForm id={tickedId} className="label desk-ticked">
      <h2>{texts.ticked}</h2>
      <button
        className="button"
        name="intent"
        value="accept-all"
        aria-label={texts.acceptAll}
        aria-describedby={withReviews ? "ticked-reviews" : undefined}
      >
        {texts.accept}
      </button>
      <p className="field">
        <label htmlFor="refuse-all-reason">{texts.reason}</label>
        <input
          id="refuse-all-reason"
          name="reason"
          defaultValue={typeof typed === "string" ? typed : ""}
          list="reasons"
          autoComplete="off"
        />
      </p>
      <button
        className="button"
        name="intent"
        value="refuse-all"
        aria-label={texts.refuseAll}
        aria-describedby={withReviews ? "ticked-reviews" : undefined}
      >
        {texts.refuse}
      </button>
      {withReviews && (
        <p className="small soft" id="ticked-reviews">
          {texts.tickedReviews}
        </p>
      )}
    </PostForm>
  );
}

/** At the beginning of the card, where no button is that it could be taken for. */
export function Tick({ item: { name, version, kind }, id }: { item: ItemData; id: string }) {
  const { texts } = useDeskText("queue");
  return (
    <label className="desk-tick">
      <input
        type="checkbox"
        name="item"
        value={`${name}:${version}`}
        form={tickedId}
        aria-describedby={`${id}-what`}
      />{" "}
      <span className="unseen">{texts.tick}: </span>
      <span className="brand">{texts.kinds[kind]}</span>
    </label>
  );
}

/** Reasons that the field suggests. */
export function Reasons() {
  const { texts } = useDeskText("queue");
  return (
    <datalist id="reasons">
      {texts.reasons.map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </datalist>
  );
}
