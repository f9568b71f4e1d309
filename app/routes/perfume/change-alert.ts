import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { askForAlert, dropAlert } from "#app/domain/shelf/dupe-alerts.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { currentUser, database, language, sessionLost } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import type { Place } from "./place.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";

const forms = {
  "tell-me": defineForm("tell-me", z.object({}), { labels: {} }),
  "tell-me-not": defineForm("tell-me-not", z.object({}), { labels: {} }),
};

const refusals = {
  "has-dupes": [409, "perfume.hasDupes"],
  "too-many": [409, "perfume.tooManyAlerts"],
  "no-such-person": [401, "perfume.errorAuth"],
  "no-such-perfume": [404, "perfume.errorTellMe"],
} as const;

/** Starts or stops an email alert for the bottle's first dupe (RULES.md 7.7). */
async function changeAlert(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { perfumeId, path }: Place,
) {
  const intent = form.get("intent") === "tell-me" ? "tell-me" : "tell-me-not";
  const sent = forms[intent].parse(form, context.get(language));
  return attempt(context, sent, "perfume.errorTellMe", async () => {
    const refuseWith = (status: number, message: MessageKey) =>
      refuse(context, sent, status, {
        message,
        ...(status === 401 && { links: signInLinks(context, path) }),
      });
    const user = context.get(currentUser);
    if (!user) {
      const lost = context.get(sessionLost);
      return refuseWith(401, lost ? "perfume.errorAuth" : "auth.mustLogin");
    }
    if (!user.confirmed) return refuseWith(403, "perfume.errorUnconfirmed");
    const limit = limitOf(context, "dupe-alert");
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const db = context.get(database);
    if (intent === "tell-me-not") {
      await dropAlert(db, user.userId, perfumeId);
      return redirectWithMessage(context, path, "perfume.tellMeOff");
    }
    const asked = {
      user_id: user.userId,
      perfume_id: perfumeId,
      language: context.get(language),
    };
    const outcome = await askForAlert(db, asked, new Date());
    if (outcome === "on") return redirectWithMessage(context, path, "perfume.tellMeOn");
    await limit.forgive();
    const [status, message] = refusals[outcome];
    return refuseWith(status, message);
  });
}

export const alertIntents = { "tell-me": changeAlert, "tell-me-not": changeAlert };
