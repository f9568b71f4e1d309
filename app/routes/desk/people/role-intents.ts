import { grant, revoke } from "#app/domain/desk/roles.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { deskText } from "#app/i18n/desk-text.server.ts";
import type { Intent } from "../answers.ts";
import { rawForm } from "../raw-form.ts";
import { requireRecentSignIn } from "../require-confirmation.ts";
import { answer, notAllowed, type PersonPage, personPath } from "./person-answers.ts";

/** Owners' changes of roles (RULES.md 10). */
export const roleIntents = (page: PersonPage): Record<string, Intent> => ({
  grant: roleIntent(page, "grant"),
  revoke: roleIntent(page, "revoke"),
});

const roleIntent =
  (page: PersonPage, intent: "grant" | "revoke"): Intent =>
  async (form, by) => {
    const { request, context, userId } = page;
    const db = context.get(database);
    const role = textOf(form, "role");
    const sent = rawForm(form, "grant");
    if (by.role !== "owner") return notAllowed(page, sent);
    if (intent === "grant" && role !== "moderator" && role !== "owner")
      return refuse(context, sent, 422, { message: "people.failed" });
    return attempt(context, sent, "people.failed", async () => {
      const texts = deskText(context.get(language), "person");
      const again = await requireRecentSignIn(request, context, form, {
        title: texts[intent],
        submit: texts[intent],
        back: personPath(userId),
      });
      if (again) return again;
      const done =
        intent === "revoke"
          ? await revoke(db, userId, by.userId, new Date())
          : await grant(db, userId, role as "moderator" | "owner", by.userId, new Date());
      return answer(page, sent, done, "people.roleGiven");
    });
  };
