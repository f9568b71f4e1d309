import { parseId } from "#app/domain/catalog/ids.ts";
import { messagesFor } from "#app/domain/desk/messages-for-operators.ts";
import { database } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { MessageCard } from "./message-card.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { DeskPage, NumberedPages, useRefusal } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/message-list";
import { answeredIntent, reopenIntent } from "./message-intents.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = parseId(url.searchParams.get("page")) ?? 1;
  return { page, ...(await messagesFor(context.get(database), operator(context).role, page)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return act(request, context, {
    answered: answeredIntent(context),
    reopen: reopenIntent(context),
  });
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { messages, page, pages } = loaderData;
  const { t } = useDeskTranslations();
  const refusal = useRefusal();
  return (
    <DeskPage title={t("desk:messages.title")}>
      <Sheet name="desk-overview" css={css} />
      {messages.length === 0 && <p>{t("desk:messages.none")}</p>}
      {messages.map((message) => (
        <MessageCard
          key={message.id}
          message={message}
          typed={refusal?.form === `message-${message.id}` ? refusal.initialValue : undefined}
        />
      ))}
      <NumberedPages path="/desk/messages" page={page} pages={pages} />
    </DeskPage>
  );
}
