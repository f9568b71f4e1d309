import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { useRefusal } from "../desk-page.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";

const tickedId = "ticked";

/** @param props.withReviews explains what the buttons mean for reviews */
export function Ticked({ withReviews }: { withReviews: boolean }) {
  const { texts } = useDeskText("queue");
  const { reason } = useDeskText("catalogue").texts;
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
      <h2>{texts.ticked}</h2>
      {button("accept-all", texts.accept, texts.acceptAll)}
      <p className="field">
        <label htmlFor="refuse-all-reason">{reason}</label>
        <input
          id="refuse-all-reason"
          name="reason"
          defaultValue={typeof typed === "string" ? typed : ""}
          list="reasons"
          autoComplete="off"
        />
      </p>
      {button("refuse-all", texts.refuse, texts.refuseAll)}
      {withReviews && (
        <p className="small soft" id="ticked-reviews">
          {texts.tickedReviews}
        </p>
      )}
    </PostForm>
  );
}

/** At the beginning of the card, where no button is that it could be taken for. */
export function Tick({ item: { name, version, kind }, id }: { item: QueueItem; id: string }) {
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
