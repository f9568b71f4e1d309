import { parseId } from "#app/domain/catalog/ids.ts";
import { emailStates, retry, unsentFor } from "#app/domain/desk/unsent-for-operators.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { database, services } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { UnsentEmails } from "./unsent-list.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { decision, plainForm } from "../decision.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/email-list";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { emails: await unsentFor(context.get(database), operator(context).role) };
}

/** Of one email, or without an id of all. */
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
