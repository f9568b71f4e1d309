import { type DeskMessage, maxReasons } from "#app/domain/desk/messages-for-operators.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import { Link } from "#app/ui/link.tsx";
import { Moment } from "../moment.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";

export function MessageCard({
  message,
  typed,
}: {
  message: DeskMessage;
  typed: Record<string, unknown> | undefined | null;
}) {
  const { t } = useDeskTranslations();
  const { id, kind, name, email, state, url, decision } = message;
  const title = t(`desk:messages.${kind}`, { id });
  return (
    <article className="label desk-message" id={`message-${id}`} aria-labelledby={`title-${id}`}>
      <h2 id={`title-${id}`}>{title}</h2>
      <p className="small soft">
        <strong>{t(`desk:messages.${state}`)}</strong> · {t("desk:messages.from", { name })}
        {message.nombre_usuario !== null && message.user_id !== null && (
          <>
            {" "}
            (<Link to={`/desk/people/${message.user_id}`}>{message.nombre_usuario}</Link>)
          </>
        )}{" "}
        · <Moment at={message.created_at} />
      </p>
      {url !== null && (
        <p>
          {t("desk:messages.about")}{" "}
          <a href={url} rel="nofollow">
            {url}
          </a>
        </p>
      )}
      <blockquote>{message.message}</blockquote>
      {decision !== null && (
        <p>
          {t("desk:messages.decidedAs", {
            decision: t(`desk:messages.${decision}`),
            reason: message.decision_reason ?? "",
          })}
        </p>
      )}
      {email === null ? (
        state === "open" &&
        kind === "contact" && <p className="small soft">{t("desk:messages.ownersReply")}</p>
      ) : (
        <p className="desk-reply">
          <a
            className="button"
            href={replyAddress(email, kind === "notice" ? title : message.message)}
          >
            {t("desk:messages.write")}
            <span className="unseen"> ({title})</span>
          </a>{" "}
          <span className="small soft">{email}</span>
        </p>
      )}
      <PostForm className="form" noValidate>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={message.version} />
        {kind === "notice" && state === "open" && <Decision id={id} typed={typed ?? {}} />}
        <p className="desk-buttons">
          <button
            className={state === "open" ? "button main" : "button"}
            name="intent"
            value={state === "open" ? "answered" : "reopen"}
          >
            {state === "answered"
              ? t("desk:messages.reopen")
              : kind === "notice"
                ? t("desk:messages.sendDecision")
                : t("desk:messages.markAnswered")}
            <span className="unseen"> ({title})</span>
          </button>
        </p>
      </PostForm>
    </article>
  );
}

function Decision({ id, typed }: { id: number; typed: Record<string, unknown> }) {
  const { t } = useDeskTranslations();
  const reasons = `message-${id}-reason`;
  return (
    <>
      <fieldset>
        <legend>{t("desk:messages.decision")}</legend>
        {(["removed", "kept"] as const).map((decision) => (
          <label key={decision} className="check">
            <input
              type="radio"
              name="decision"
              value={decision}
              required
              defaultChecked={typed.decision === decision}
            />{" "}
            {t(`desk:messages.${decision}`)}
          </label>
        ))}
      </fieldset>
      <p className="field">
        <label htmlFor={reasons}>{t("desk:messages.reasons")}</label>
        <textarea
          id={reasons}
          name="reason"
          rows={4}
          required
          maxLength={maxReasons}
          defaultValue={typeof typed.reason === "string" ? typed.reason : ""}
        />
      </p>
    </>
  );
}

/** UTF-16 units */
const maxSubject = 80;

/** A `mailto:` link (RFC 6068); an untrusted address or subject cannot add recipients, headers or text. */
export function replyAddress(email: string, subject: string): string {
  const to = encodeURIComponent(email.toWellFormed()).replace("%40", "@");
  const about = cleanLine(subject).slice(0, maxSubject).toWellFormed();
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${about}`)}`;
}
