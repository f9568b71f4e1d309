import { z } from "zod";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { grant, revoke } from "#app/domain/desk/roles.ts";
import {
  countAtOnce,
  maxDays,
  mayTouch,
  removePrices,
  removeReviews,
  removeVotes,
  restore,
  suspend,
} from "#app/domain/desk/sanctions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textField } from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Intent } from "../answers.ts";
import { deskForm } from "../desk-form.tsx";
import { rawForm } from "../raw-form.ts";
import { requireRecentSignIn } from "../require-confirmation.ts";
import {
  answer,
  confirm,
  type Outcome,
  type PersonPage,
  personPath,
  type Questioned,
} from "./person-answers.ts";

export const suspendForm = deskForm(
  "person",
  "suspend",
  z.object({
    reason: textField("people.noReason", maxReason, "people.noReason"),
    days: z
      .string()
      .default("")
      .transform((text) => cleanLine(text.slice(0, 20)))
      .refine(
        (text) =>
          text === "" || (/^\d{1,4}$/u.test(text) && Number(text) >= 1 && Number(text) <= maxDays),
        "people.days",
      ),
  }),
  { constraints: { reason: { required: true, maxLength: maxReason } } },
);

export function personIntents(page: PersonPage): Record<string, Intent> {
  const { context, userId } = page;
  const db = context.get(database);
  const plain = (intent: string) => (form: FormData) => rawForm(form, intent);
  const removal = (intent: Questioned, work: typeof removeReviews, done: MessageKey): Intent =>
    sanction(page, plain(intent), done, (_, by) => work(db, userId, by, new Date()), intent);
  return {
    suspend: sanction(
      page,
      (form) => suspendForm.parse(form, context.get(language)),
      "people.suspended",
      ({ reason, days }, by) => {
        const terms = { reason, days: days === "" ? null : Number(days) };
        return suspend(db, userId, terms, by, new Date());
      },
      "suspend",
    ),
    restore: sanction(page, plain("restore"), "people.restored", (_, by) =>
      restore(db, userId, by, new Date()),
    ),
    "remove-reviews": removal("remove-reviews", removeReviews, "people.reviewsRemoved"),
    "remove-votes": removal("remove-votes", removeVotes, "people.votesRemoved"),
    "remove-prices": removal("remove-prices", removePrices, "people.pricesRemoved"),
    "count-now": sanction(page, plain("count-now"), "people.countedNow", async (_, by) => {
      const now = new Date();
      const outcome = await countAtOnce(db, userId, by, now);
      const { pages } = context.get(services);
      for (const bottle of await countDueVoices(db, now)) pages.drop(perfumePath(bottle));
      return outcome;
    }),
    grant: roleIntent(page, "grant"),
    revoke: roleIntent(page, "revoke"),
  };
}

function sanction<Value>(
  page: PersonPage,
  read: (form: FormData) => SentForm<Value>,
  done: MessageKey,
  work: (value: Value, by: string) => Promise<Outcome>,
  ask?: Questioned,
): Intent {
  return async (form, by) => {
    const { context, userId } = page;
    const sent = read(form);
    if (!(await mayTouch(context.get(database), by.userId, userId, new Date())))
      return answer(page, sent, { outcome: "not-allowed" }, done);
    return attempt(context, sent, "people.failed", async (value) => {
      const asked = ask && (await confirm(page, form, ask));
      return asked ?? answer(page, sent, await work(value, by.userId), done);
    });
  };
}

function roleIntent(page: PersonPage, intent: "grant" | "revoke"): Intent {
  return async (form, by) => {
    const { request, context, userId } = page;
    const db = context.get(database);
    const role = textOf(form, "role");
    const sent = rawForm(form, "grant");
    const done = "people.roleGiven";
    if (by.role !== "owner") return answer(page, sent, { outcome: "not-allowed" }, done);
    if (intent === "grant" && role !== "moderator" && role !== "owner")
      return refuse(context, sent, 422, { message: "people.failed" });
    return attempt(context, sent, "people.failed", async () => {
      const { t } = translatorIn(context.get(language));
      const text = t(`desk:person.${intent}`);
      const question = { title: text, submit: text, back: personPath(userId) };
      const again = await requireRecentSignIn(request, context, form, question);
      if (again) return again;
      const outcome =
        intent === "revoke"
          ? await revoke(db, userId, by.userId, new Date())
          : await grant(db, userId, role as "moderator" | "owner", by.userId, new Date());
      return answer(page, sent, outcome, done);
    });
  };
}
