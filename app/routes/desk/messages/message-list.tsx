import { parseId } from "#app/domain/catalog/ids.ts";
import { maxReasons, messagesFor } from "#app/domain/desk/messages-for-operators.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { MessageCard } from "./message-card.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/message-list";
import { answeredIntent, reopenIntent } from "./message-intents.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = parseId(url.searchParams.get("page")) ?? 1;
  const { messages, pages } = await messagesFor(
    context.get(database),
    operator(context).role,
    page,
  );
  return { page, pages, maxReasons, messages };
}

export function action({ request, context }: Route.ActionArgs) {
  return act(request, context, {
    answered: answeredIntent(context),
    reopen: reopenIntent(context),
  });
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, page, pages, maxReasons } = loaderData;
  const { language, texts } = useDeskText("messages");
  const { number } = formatIn(language);
  const refusal = actionData && "form" in actionData ? actionData : undefined;
  return (
    <DeskPage title={texts.title} answer={actionData ?? undefined}>
      <Sheet name="desk-overview" css={css} />
      {messages.length === 0 && <p>{texts.none}</p>}
      {messages.map((message) => (
        <MessageCard
          key={message.id}
          message={message}
          maxReasons={maxReasons}
          typed={refusal?.form === `message-${message.id}` ? refusal.initialValue : undefined}
        />
      ))}
      <PageLinks
        label={texts.pages}
        path="/desk/messages"
        page={page}
        pages={Array.from({ length: pages }, (_, at) => number(at + 1))}
      />
    </DeskPage>
  );
}
