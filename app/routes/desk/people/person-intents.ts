import { z } from "zod";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
import { countWhatTheyDid, findPerson } from "#app/domain/desk/find-people.ts";
import { maxReason } from "#app/domain/desk/log/audit.ts";
import { grant } from "#app/domain/desk/roles.ts";
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
import { Refused } from "#app/domain/refused-act.ts";
import { textField } from "#app/http/forms/form-fields.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type Asked, decision, type Intent, plainForm } from "../decision.ts";
import { deskForm } from "../desk-form.tsx";
import { personPath } from "../desk-paths.ts";
import type { Operator } from "../guard.ts";
import type { Question } from "../confirmation.tsx";

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

const plain = (intent: string) => plainForm(intent, (form) => form);

const roleForm = plainForm("grant", (form) => {
  const role = form.get("role");
  return role === "moderator" || role === "owner" ? { role } : null;
});

const words = {
  "not-allowed": { status: 403, message: "people.notAllowed" },
  "no-such-person": { status: 404, message: "people.missing" },
  unchanged: { status: 409, message: "people.unchanged" },
} as const;

const questions = {
  suspend: {
    title: "askSuspend",
    losses: [
      ["lossSessions", "sessions"],
      ["lossReviews", "reviews"],
      ["lossCounting", "verdicts"],
      ["lossCountingTests", "tests"],
      ["lossWaiting", "waiting"],
    ],
    submit: "suspend",
  },
  "remove-reviews": {
    title: "askReviews",
    losses: [["lossReviews", "reviews"]],
    submit: "removeReviews",
  },
  "remove-votes": {
    title: "askVotes",
    losses: [
      ["lossVotes", "votes"],
      ["lossVerdicts", "verdicts"],
      ["lossTests", "tests"],
    ],
    submit: "removeVotes",
  },
  "remove-prices": {
    title: "askPrices",
    losses: [["lossPrices", "prices"]],
    submit: "removePrices",
  },
} as const;

type PersonPage = Asked & { userId: string };

/** Asks before something of a person goes (RULES.md 10.15). */
const asking =
  ({ context, userId }: PersonPage, intent: keyof typeof questions) =>
  async (_: unknown, by: Operator): Promise<Question> => {
    const db = context.get(database);
    if (!(await mayTouch(db, by.userId, userId, new Date()))) throw new Refused("not-allowed");
    const { title, losses, submit } = questions[intent];
    const person = await findPerson(db, userId);
    const counts = await countWhatTheyDid(db, userId);
    const { t } = translatorIn(context.get(language));
    return {
      title: t(`desk:person.${title}`, { name: person?.username ?? t("desk:person.nameless") }),
      losses: losses.map(([key, of]) => t(`desk:person.${key}`, { count: counts[of] })),
      submit: t(`desk:person.${submit}`),
      back: personPath(userId),
    };
  };

export function personIntents(page: PersonPage): Record<string, Intent> {
  const { context, userId } = page;
  const db = context.get(database);
  const { t } = translatorIn(context.get(language));
  const way = { to: personPath(userId), words };

  const removal = (intent: keyof typeof questions, work: typeof removeReviews, done: MessageKey) =>
    decision(page, {
      ...way,
      form: plain(intent),
      ask: asking(page, intent),
      work: (_, { actor, now }) => work(db, userId, actor, now),
      done,
    });
  const naming = (intent: "grant" | "revoke") =>
    decision<{ role?: "moderator" | "owner" }>(page, {
      ...way,
      form: intent === "grant" ? roleForm : plainForm("grant", () => ({})),
      async ask(_, { role }) {
        if (role !== "owner") throw new Refused("not-allowed");
        const text = t(`desk:person.${intent}`);
        return { title: text, submit: text, back: way.to };
      },
      work: ({ role = null }, { actor, now }) => grant(db, userId, role, actor, now),
      done: "people.roleGiven",
    });

  return {
    suspend: decision(page, {
      ...way,
      form: suspendForm,
      ask: asking(page, "suspend"),
      work({ reason, days }, { actor, now }) {
        return suspend(db, userId, { reason, days: days === "" ? null : Number(days) }, actor, now);
      },
      done: "people.suspended",
    }),
    restore: decision(page, {
      ...way,
      form: plain("restore"),
      work: (_, { actor, now }) => restore(db, userId, actor, now),
      done: "people.restored",
    }),
    "remove-reviews": removal("remove-reviews", removeReviews, "people.reviewsRemoved"),
    "remove-votes": removal("remove-votes", removeVotes, "people.votesRemoved"),
    "remove-prices": removal("remove-prices", removePrices, "people.pricesRemoved"),
    "count-now": decision(page, {
      ...way,
      form: plain("count-now"),
      async work(_, { actor, now }) {
        const done = await countAtOnce(db, userId, actor, now);
        const { pages } = context.get(services);
        for (const bottle of await countDueVoices(db, now)) pages.drop(perfumePath(bottle));
        return done;
      },
      done: "people.countedNow",
    }),
    grant: naming("grant"),
    revoke: naming("revoke"),
  };
}
