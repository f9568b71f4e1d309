import { parseId } from "#app/domain/catalog/ids.ts";
import {
  markAnswered,
  messagesFor,
  type NoticeAnswer,
  reopen,
} from "#app/domain/desk/messages-for-operators.ts";
import { parseVersion } from "#app/domain/desk/queue/items.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { MessageCard } from "./message-card.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { decision, plainForm } from "../decision.ts";
import { DeskPage, NumberedPages, useRefusal } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/message-list";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = parseId(url.searchParams.get("page")) ?? 1;
  return { page, ...(await messagesFor(context.get(database), operator(context).role, page)) };
}

const seenForm = plainForm("message", seenIn, { kept: ["decision", "reason"] });

function seenIn(form: FormData) {
  const id = parseId(form.get("id"));
  // Optional: the state of the message also tells who came second.
  const version = form.has("version") ? parseVersion(form.get("version")) : null;
  if (id === null || (version === null && form.has("version"))) return null;
  const decided = textOf(form, "decision");
  const reason = textOf(form, "reason");
  const notice: Omit<NoticeAnswer, "contact"> | null =
    decided === "removed" || decided === "kept" ? { decision: decided, reason } : null;
  return { id, version, notice };
}

export function action({ request, context }: Route.ActionArgs) {
  const db = context.get(database);
  const way = {
    form: seenForm,
    id: (form: FormData) => `message-${parseId(form.get("id"))}`,
    to: "/desk/messages",
  };
  return act(request, context, {
    answered: decision(
      { request, context },
      {
        ...way,
        done: ({ notice }) => (notice ? "desk.noticeAnswered" : "desk.answered"),
        async work({ notice, ...seen }, { actor, now }) {
          const contact = context.get(config).contactAddress;
          const done = await markAnswered(db, seen, notice && { ...notice, contact }, actor, now);
          context.get(services).mailWorker.runSoon();
          return done;
        },
      },
    ),
    reopen: decision(
      { request, context },
      {
        ...way,
        done: "desk.reopened",
        work: (seen, { actor, now }) => reopen(db, seen, actor, now),
      },
    ),
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
