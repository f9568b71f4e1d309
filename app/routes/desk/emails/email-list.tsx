import { parseId } from "#app/domain/catalog/ids.ts";
import { emailStates, retry, unsentFor } from "#app/domain/desk/unsent-for-operators.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { UnsentEmails } from "./unsent-list.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { type DeskAnswer, goOn } from "../answers.ts";
import { DeskPage } from "../desk-page.tsx";
import { noSuchAddress, operator } from "../guard.ts";
import { rawForm } from "../raw-form.ts";
import type { Route } from "./+types/email-list";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { emails: await unsentFor(context.get(database), operator(context).role) };
}

export function action({ request, context }: Route.ActionArgs) {
  return act(request, context, {
    retry: (form, { userId }) => retryIntent(context, form, userId),
  });
}

async function retryIntent(
  context: Route.ActionArgs["context"],
  form: FormData,
  userId: string,
): Promise<DeskAnswer> {
  const sent = rawForm(form, "emails");
  const id = parseId(form.get("id"));
  if (id === null && textOf(form, "id") !== "")
    return refuse(context, sent, 422, { message: "desk.unknown" });
  return attempt(context, sent, "desk.error", async () => {
    const outcome = await retry(context.get(database), id, userId, new Date());
    if (outcome.outcome === "not-allowed") throw noSuchAddress(context);
    if (outcome.outcome === "nothing-to-retry")
      return refuse(context, sent, 409, { message: "desk.nothingToRetry" });
    context.get(services).mailWorker.runSoon();
    const count = formatIn(context.get(language)).number(outcome.count);
    return goOn(context, "/desk/emails", "desk.retried", { values: { count } });
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
