import type { RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { parseVersion } from "#app/domain/desk/queue/items.ts";
import {
  markAnswered,
  type MessageOutcome,
  type NoticeAnswer,
  reopen,
  type SeenMessage,
} from "#app/domain/desk/messages-for-operators.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { config, database, services } from "#app/http/middleware/context.ts";
import { type DeskAnswer, goOn, type Intent } from "../answers.ts";
import { refuseStale } from "../describe-decision.ts";
import { noSuchAddress } from "../guard.ts";
import { rawForm } from "../raw-form.ts";

export const answeredIntent =
  (context: Readonly<RouterContextProvider>): Intent =>
  (form, { userId }) => {
    const notice = noticeAnswer(context, form);
    const done = notice ? "desk.noticeAnswered" : "desk.answered";
    return change(context, form, done, (seen) =>
      markAnswered(context.get(database), seen, notice, userId, new Date()),
    );
  };

export const reopenIntent =
  (context: Readonly<RouterContextProvider>): Intent =>
  (form, { userId }) =>
    change(context, form, "desk.reopened", (seen) =>
      reopen(context.get(database), seen, userId, new Date()),
    );

async function change(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  done: MessageKey,
  work: (seen: SeenMessage) => Promise<MessageOutcome>,
): Promise<DeskAnswer> {
  const id = parseId(form.get("id"));
  // Optional: the state of the message also tells who came second.
  const version = form.has("version") ? parseVersion(form.get("version")) : null;
  const sent = rawForm(form, `message-${id}`, ["decision", "reason"]);
  if (id === null || (version === null && form.has("version")))
    return refuse(context, sent, 422, { message: "desk.unknown" });
  return attempt(context, sent, "desk.error", async () => {
    const outcome = await work({ id, version });
    if (outcome.outcome !== "done") return refused(context, sent, outcome);
    context.get(services).mailWorker.runSoon();
    return goOn(context, "/desk/messages", done);
  });
}

function refused(
  context: Readonly<RouterContextProvider>,
  sent: SentForm,
  outcome: Exclude<MessageOutcome, { outcome: "done" }>,
) {
  switch (outcome.outcome) {
    case "stale":
      return refuseStale(context, sent, outcome.did);
    case "needs-decision":
      return refuse(context, sent, 422, {
        message: "desk.needsDecision",
        fields: { reason: "desk.needsDecision" },
      });
    case "no-such-message":
      return refuse(context, sent, 404, { message: "desk.noMessage" });
    case "not-allowed":
      throw noSuchAddress(context);
  }
}

function noticeAnswer(
  context: Readonly<RouterContextProvider>,
  form: FormData,
): NoticeAnswer | null {
  const decision = textOf(form, "decision");
  if (decision !== "removed" && decision !== "kept") return null;
  return {
    decision,
    reason: textOf(form, "reason"),
    contact: context.get(config).contactAddress,
  };
}
