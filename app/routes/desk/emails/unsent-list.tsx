import type { DeskEmail, EmailState } from "#app/domain/desk/unsent-for-operators.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Moment } from "../moment.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";

export function UnsentEmails({ state, emails }: { state: EmailState; emails: DeskEmail[] }) {
  const { language, texts, t } = useDeskText("emails");
  const { number } = formatIn(language);
  return (
    <section>
      <h2>{texts.states[state]}</h2>
      {emails.map((email) => (
        <article key={email.id} className="label desk-message">
          <h3>{email.subject}</h3>
          <dl>
            {email.recipient !== null && <Fact name={texts.to}>{email.recipient}</Fact>}
            <Fact name={texts.queued}>
              <Moment at={email.created_at} />
            </Fact>
            {email.next_attempt_at !== null && (
              <Fact name={texts.next}>
                <Moment at={email.next_attempt_at} />
              </Fact>
            )}
            {email.dead_at !== null && (
              <Fact name={texts.givenUp}>
                <Moment at={email.dead_at} />
              </Fact>
            )}
            <Fact name={texts.tries}>{number(email.attempts)}</Fact>
            {email.last_error !== null && <Fact name={texts.why}>{email.last_error}</Fact>}
          </dl>
          <PostForm>
            <input type="hidden" name="id" value={email.id} />
            <button
              className="button"
              name="intent"
              value="retry"
              aria-label={t("retryOne", { id: email.id })}
            >
              {texts.retry}
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
