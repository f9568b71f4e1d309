import type { DeskEmail, EmailState } from "#app/domain/desk/unsent-for-operators.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Moment } from "../moment.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";

export function UnsentEmails({ state, emails }: { state: EmailState; emails: DeskEmail[] }) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);
  return (
    <section>
      <h2>{t(`desk:emails.states.${state}`)}</h2>
      {emails.map((email) => (
        <article key={email.id} className="label desk-message">
          <h3>{email.subject}</h3>
          <dl>
            {email.recipient !== null && <Fact name={t("desk:emails.to")}>{email.recipient}</Fact>}
            <Fact name={t("desk:emails.queued")}>
              <Moment at={email.created_at} />
            </Fact>
            {email.next_attempt_at !== null && (
              <Fact name={t("desk:emails.next")}>
                <Moment at={email.next_attempt_at} />
              </Fact>
            )}
            {email.dead_at !== null && (
              <Fact name={t("desk:emails.givenUp")}>
                <Moment at={email.dead_at} />
              </Fact>
            )}
            <Fact name={t("desk:emails.tries")}>{number(email.attempts)}</Fact>
            {email.last_error !== null && (
              <Fact name={t("desk:emails.why")}>{email.last_error}</Fact>
            )}
          </dl>
          <PostForm>
            <input type="hidden" name="id" value={email.id} />
            <button
              className="button"
              name="intent"
              value="retry"
              aria-label={t("desk:emails.retryOne", { id: email.id })}
            >
              {t("desk:emails.retry")}
            </button>
          </PostForm>
        </article>
      ))}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
