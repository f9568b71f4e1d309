import { parseId } from "#app/domain/catalog/ids.ts";
import {
  type DeskEmail,
  type EmailState,
  emailStates,
  retry,
  unsentFor,
} from "#app/domain/desk/unsent-for-operators.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { database, services } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { decision, plainForm } from "../decision.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/email-list";
import { formatIn } from "#app/i18n/format.ts";
import { Moment } from "../moment.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { emails: await unsentFor(context.get(database), operator(context).role) };
}

const retryForm = plainForm("emails", (form) => {
  const id = parseId(form.get("id"));
  return id === null && textOf(form, "id") !== "" ? null : { id };
});

export function action({ request, context }: Route.ActionArgs) {
  return act(request, context, {
    retry: decision(
      { request, context },
      {
        form: retryForm,
        to: "/desk/emails",
        done: "desk.retried",
        async work({ id }, { actor, now }) {
          const done = await retry(context.get(database), id, actor, now);
          context.get(services).mailWorker.runSoon();
          return done;
        },
      },
    ),
  });
}

export default function Emails({ loaderData }: Route.ComponentProps) {
  const { emails } = loaderData;
  const { t } = useDeskTranslations();
  const some = emailStates.filter((state) => emails[state].length > 0);
  return (
    <DeskPage title={t("desk:emails.title")}>
      <Sheet name="desk-overview" css={css} />
      {some.length === 0 ? (
        <p>{t("desk:emails.none")}</p>
      ) : (
        <PostForm>
          <button className="button main" name="intent" value="retry">
            {t("desk:emails.retryAll")}
          </button>
        </PostForm>
      )}
      {some.map((state) => (
        <UnsentEmails key={state} state={state} emails={emails[state]} />
      ))}
    </DeskPage>
  );
}

export function UnsentEmails({ state, emails }: { state: EmailState; emails: DeskEmail[] }) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);
  const moment = (at: string | null) => at && <Moment at={at} />;
  const facts = (email: DeskEmail) =>
    [
      ["to", email.recipient],
      ["queued", moment(email.created_at)],
      ["next", moment(email.next_attempt_at)],
      ["givenUp", moment(email.dead_at)],
      ["tries", number(email.attempts)],
      ["why", email.last_error],
    ] as const;
  return (
    <section>
      <h2>{t(`desk:emails.states.${state}`)}</h2>
      {emails.map((email) => (
        <article key={email.id} className="label desk-message">
          <h3>{email.subject}</h3>
          <dl>
            {facts(email).map(
              ([name, value]) =>
                value !== null && (
                  <div key={name}>
                    <dt>{t(`desk:emails.${name}`)}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
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
