import { z } from "zod";
import { countWhatTheyDid, findPerson } from "#app/domain/desk/find-people.ts";
import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
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
import { defineForm } from "#app/http/forms/define-form.ts";
import { textField } from "#app/http/forms/form-fields.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import { deskText, deskTranslations } from "#app/i18n/desk-text.server.ts";
import type { Intent } from "../answers.ts";
import { rawForm } from "../raw-form.ts";
import { requireConfirmation } from "../require-confirmation.ts";
import { answer, notAllowed, type PersonPage, personPath } from "./person-answers.ts";

export const suspendForm = defineForm(
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
  {
    labels: { reason: "desk:person.reason", days: "desk:person.days" },
    constraints: { reason: { required: true, maxLength: maxReason } },
  },
);

/** Sanctions for a person's conduct (RULES.md 10). */
export const sanctionIntents = (page: PersonPage): Record<string, Intent> => ({
  suspend: suspendIntent(page),
  restore: restoreIntent(page),
  "remove-reviews": removeIntent(page, "remove-reviews"),
  "remove-votes": removeIntent(page, "remove-votes"),
  "remove-prices": removeIntent(page, "remove-prices"),
  "count-now": countIntent(page),
});

const suspendIntent =
  (page: PersonPage): Intent =>
  async (form, by) => {
    const { context, userId } = page;
    const db = context.get(database);
    const sent = suspendForm.parse(form, context.get(language));
    if (!(await mayTouch(db, by.userId, userId, new Date()))) return notAllowed(page, sent);
    return attempt(context, sent, "people.failed", async ({ reason, days }) => {
      const asked = await confirm(page, form, "suspend");
      if (asked) return asked;
      const terms = { reason, days: days === "" ? null : Number(days) };
      const done = await suspend(db, userId, terms, by.userId, new Date());
      return answer(page, sent, done, "people.suspended");
    });
  };

const restoreIntent =
  (page: PersonPage): Intent =>
  async (form, by) => {
    const { context, userId } = page;
    const db = context.get(database);
    const sent = rawForm(form, "restore");
    if (!(await mayTouch(db, by.userId, userId, new Date()))) return notAllowed(page, sent);
    return attempt(context, sent, "people.failed", async () =>
      answer(page, sent, await restore(db, userId, by.userId, new Date()), "people.restored"),
    );
  };

const countIntent =
  (page: PersonPage): Intent =>
  async (form, by) => {
    const { context, userId } = page;
    const db = context.get(database);
    const sent = rawForm(form, "count-now");
    return attempt(context, sent, "people.failed", async () => {
      const now = new Date();
      const outcome = await countAtOnce(db, userId, by.userId, now);
      const { pages } = context.get(services);
      for (const bottle of await countDueVoices(db, now)) pages.drop(perfumePath(bottle));
      return answer(page, sent, outcome, "people.countedNow");
    });
  };

const removals = {
  "remove-reviews": { work: removeReviews, done: "people.reviewsRemoved" },
  "remove-votes": { work: removeVotes, done: "people.votesRemoved" },
  "remove-prices": { work: removePrices, done: "people.pricesRemoved" },
} as const;

const removeIntent =
  (page: PersonPage, intent: keyof typeof removals): Intent =>
  async (form, by) => {
    const { context, userId } = page;
    const db = context.get(database);
    const { work, done } = removals[intent];
    const sent = rawForm(form, intent);
    if (!(await mayTouch(db, by.userId, userId, new Date()))) return notAllowed(page, sent);
    return attempt(context, sent, "people.failed", async () => {
      const asked = await confirm(page, form, intent);
      if (asked) return asked;
      const outcome = await work(db, userId, by.userId, new Date());
      const values = "count" in outcome ? { count: String(outcome.count) } : undefined;
      return answer(page, sent, outcome, done, values);
    });
  };

const questions = {
  suspend: {
    title: "askSuspend",
    losses: {
      lossSessions: "sessions",
      lossReviews: "reviews",
      lossCounting: "verdicts",
      lossWaiting: "waiting",
    },
    submit: "suspend",
  },
  "remove-reviews": {
    title: "askReviews",
    losses: { lossReviews: "reviews" },
    submit: "removeReviews",
  },
  "remove-votes": {
    title: "askVotes",
    losses: { lossVotes: "votes", lossVerdicts: "verdicts" },
    submit: "removeVotes",
  },
  "remove-prices": {
    title: "askPrices",
    losses: { lossPrices: "prices" },
    submit: "removePrices",
  },
} as const;

async function confirm(
  { request, context, userId }: PersonPage,
  form: FormData,
  intent: keyof typeof questions,
) {
  const db = context.get(database);
  const lang = context.get(language);
  const { title, losses, submit } = questions[intent];
  const person = await findPerson(db, userId);
  const counts = await countWhatTheyDid(db, userId);
  const texts = deskText(lang, "person");
  const t = deskTranslations(lang, "person");
  return requireConfirmation(request, context, form, {
    title: t(title, { name: person?.username ?? texts.nameless }),
    losses: Object.entries(losses).map(([key, of]) =>
      t(key as keyof typeof losses, { count: counts[of] }),
    ),
    submit: texts[submit],
    back: personPath(userId),
  });
}
