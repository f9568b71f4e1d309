import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { countWhatTheyDid, findPerson } from "#app/domain/desk/find-people.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import { maxReason } from "#app/domain/desk/queue/decide.ts";
import {
  maxDays,
  mayTouch,
  type PersonOutcome,
  removeReviews,
  removeVotes,
  restore,
  suspend,
} from "#app/domain/desk/sanctions.ts";
import { grant, revoke } from "#app/domain/desk/roles.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField, textField } from "#app/http/forms/form-fields.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { deskText, deskTranslations } from "#app/i18n/desk-text.server.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { askFirst, goOn, type DeskAnswer, type Intent } from "../act.ts";
import type { Operator } from "../guard.ts";
import { askRecentSignIn } from "../ask-recent-sign-in.ts";

type Context = Readonly<RouterContextProvider>;

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

const plainForm = (id: string) => defineForm(id, z.object({}), { labels: {} });

const roleForm = defineForm("grant", z.object({ role: hiddenField() }), { labels: {} });

/** Why nothing was changed, with its status. */
const refusals = {
  "no-such-person": [404, "people.missing"],
  "last-owner": [409, "people.lastOwner"],
  yourself: [409, "people.yourself"],
  "no-reason": [422, "people.noReason"],
  unchanged: [409, "people.unchanged"],
} as const satisfies Record<string, [number, MessageKey]>;

/** What can be done on a person's page (RULES.md 27). What destroys asks first, then for a recent sign-in. */
export function intentsOn(
  request: Request,
  context: Context,
  userId: string,
): Record<string, Intent> {
  const db = context.get(database);
  const lang = context.get(language);
  const path = `/desk/people/${encodeURIComponent(userId)}`;

  const notAllowed = (sent: SentForm) =>
    refuse(context, sent, 403, { message: "people.notAllowed" });

  /** Before anything is asked; the decision asks again (RULES.md 27.1). */
  const touches = ({ userId: actor }: Operator) => mayTouch(db, actor, userId, new Date());

  const answer = (
    sent: SentForm,
    { outcome }: { outcome: PersonOutcome["outcome"] },
    key: MessageKey,
    values?: Record<string, string>,
  ): Promise<DeskAnswer> | DeskAnswer => {
    if (outcome === "done") return goOn(context, path, key, { ...(values && { values }) });
    if (outcome === "not-allowed") return notAllowed(sent);
    const [status, message] = refusals[outcome];
    return refuse(context, sent, status, { message });
  };

  /** @returns an answer that stays, or null when it was confirmed and the sign-in is recent */
  const ask = async (
    form: FormData,
    title: "askSuspend" | "askReviews" | "askVotes",
    losses: ("sessions" | "reviews" | "votes" | "waiting")[],
    submit: "suspend" | "removeReviews" | "removeVotes",
  ): Promise<DeskAnswer | null> => {
    const person = await findPerson(db, userId);
    const counts = await countWhatTheyDid(db, userId);
    const t = deskTranslations(lang, "person");
    const texts = deskText(lang, "person");
    const lines = {
      sessions: "lossSessions",
      reviews: "lossReviews",
      votes: "lossVotes",
      waiting: "lossWaiting",
    } as const;
    const asked = askFirst(form, {
      title: t(title, { name: person?.username ?? texts.nameless }),
      losses: losses.map((loss) => t(lines[loss], { count: counts[loss] })),
      submit: texts[submit],
      back: path,
    });
    return asked ?? (await askRecentSignIn(request, context, form));
  };

  const remove = (
    id: "remove-reviews" | "remove-votes",
    work: typeof removeVotes,
    asked: Parameters<typeof ask> extends [FormData, ...infer Rest] ? Rest : never,
    key: MessageKey,
  ): Intent => {
    return async (form, by) => {
      const sent = plainForm(id).parse(form, lang);
      if (!(await touches(by))) return notAllowed(sent);
      return attempt(context, sent, "people.failed", async () => {
        const staying = await ask(form, ...asked);
        if (staying) return staying;
        const done = await work(db, userId, by.userId, new Date());
        return answer(sent, done, key, "count" in done ? { count: String(done.count) } : {});
      });
    };
  };

  const changeRole =
    (id: "grant" | "revoke"): Intent =>
    async (form, by) => {
      const sent = roleForm.parse(form, lang);
      if (by.role !== "owner") return notAllowed(sent);
      return attempt(context, sent, "people.failed", async ({ role }) => {
        if (id === "grant" && role !== "moderator" && role !== "owner")
          return refuse(context, sent, 422, { message: "people.failed" });
        const again = await askRecentSignIn(request, context, form);
        if (again) return again;
        const done =
          id === "revoke"
            ? await revoke(db, userId, by.userId, new Date())
            : await grant(db, userId, role as "moderator" | "owner", by.userId, new Date());
        return answer(sent, done, "people.roleGiven");
      });
    };

  return {
    async suspend(form, by) {
      const sent = suspendForm.parse(form, lang);
      if (!(await touches(by))) return notAllowed(sent);
      return attempt(context, sent, "people.failed", async ({ reason, days }) => {
        const losses = ["sessions", "reviews", "waiting"] as const;
        const staying = await ask(form, "askSuspend", [...losses], "suspend");
        if (staying) return staying;
        const terms = { reason, days: days === "" ? null : Number(days) };
        const done = await suspend(db, userId, terms, by.userId, new Date());
        return answer(sent, done, "people.suspended");
      });
    },
    async restore(form, by) {
      const sent = plainForm("restore").parse(form, lang);
      if (!(await touches(by))) return notAllowed(sent);
      return attempt(context, sent, "people.failed", async () =>
        answer(sent, await restore(db, userId, by.userId, new Date()), "people.restored"),
      );
    },
    "remove-reviews": remove(
      "remove-reviews",
      removeReviews,
      ["askReviews", ["reviews"], "removeReviews"],
      "people.reviewsRemoved",
    ),
    "remove-votes": remove(
      "remove-votes",
      removeVotes,
      ["askVotes", ["votes"], "removeVotes"],
      "people.votesRemoved",
    ),
    grant: changeRole("grant"),
    revoke: changeRole("revoke"),
  };
}
