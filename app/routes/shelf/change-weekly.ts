import { z } from "zod";
import { dropAlert } from "#app/domain/shelf/dupe-alerts.ts";
import { askForWeeklyEmail, stopWeeklyEmail } from "#app/domain/shelf/weekly-subscription.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { type Reason, refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import {
  currentUser,
  database,
  language,
  sessionLost,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";

const weeklyForm = defineForm("weekly-email", z.object({ weekly: hiddenField() }), { labels: {} });
const alertForm = defineForm("tell-me-not", z.object({ perfume_id: hiddenField() }), {
  labels: {},
});

/** RULES.md 7.5. */
export function changeWeekly(context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = weeklyForm.parse(form, lang);
  return attempt(context, sent, "shelf.error", async ({ weekly }) => {
    const user = context.get(currentUser);
    if (!user) return refuse(context, sent, 401, mustSignIn(context));
    if (weekly !== "on" && weekly !== "")
      return refuse(context, sent, 422, { message: "auth.failed" });
    // Unsubscribing needs no confirmed address.
    if (weekly === "on" && !user.confirmed)
      return refuse(context, sent, 403, { message: "perfume.errorUnconfirmed" });
    const wait = await limitOf(context, "shelf").take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const db = context.get(database);
    const { userId } = user;
    if (weekly === "") await stopWeeklyEmail(db, userId);
    else if ((await askForWeeklyEmail(db, { userId, language: lang }, new Date())) !== "on")
      return refuse(context, sent, 401, mustSignIn(context));
    const said = weekly === "on" ? "shelf.weeklyOn" : "shelf.weeklyOff";
    return redirectWithMessage(context, `${inLanguage(lang, "/shelf")}#weekly`, said);
  });
}

/** RULES.md 7.7. */
export function withdrawAlert(context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = alertForm.parse(form, lang);
  return attempt(context, sent, "shelf.error", async ({ perfume_id }) => {
    const user = context.get(currentUser);
    if (!user) return refuse(context, sent, 401, mustSignIn(context));
    const perfumeId = parseId(perfume_id);
    if (perfumeId === null) return refuse(context, sent, 404, { message: "shelf.missing" });
    const wait = await limitOf(context, "dupe-alert").take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    await dropAlert(context.get(database), user.userId, perfumeId);
    return redirectWithMessage(
      context,
      `${inLanguage(lang, "/shelf")}#alerts`,
      "perfume.tellMeOff",
    );
  });
}

function mustSignIn(context: RequestContext): Reason {
  return {
    message: context.get(sessionLost) ? "perfume.errorAuth" : "shelf.mustSignIn",
    links: signInLinks(context, inLanguage(context.get(language), "/shelf")),
  };
}
