import { z } from "zod";
import { dropAlert } from "#app/domain/shelf/dupe-alerts.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { askForWeeklyEmail, stopWeeklyEmail } from "#app/domain/shelf/weekly-subscription.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";

const weeklyForm = defineForm("weekly-email", z.object({ weekly: hiddenField() }));
const alertForm = defineForm("tell-me-not", z.object({ perfume_id: hiddenField() }));

/** RULES.md 7.5. */
export function changeWeekly(context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = weeklyForm.parse(form, lang);
  const gate = gateOf(context, "shelf");
  return admitPerson(context, sent, gate, async ({ weekly }, { userId, confirmed }) => {
    if (weekly !== "on" && weekly !== "") throw new Refused("not-understood");
    // Unsubscribing needs no confirmed address.
    if (weekly === "on" && !confirmed) throw new Refused("unconfirmed");
    const db = context.get(database);
    if (weekly === "") await stopWeeklyEmail(db, userId);
    else await askForWeeklyEmail(db, { userId, language: lang }, new Date());
    const said = weekly === "on" ? "shelf.weeklyOn" : "shelf.weeklyOff";
    return redirectWithMessage(context, `${inLanguage(lang, "/shelf")}#weekly`, said);
  });
}

/** RULES.md 7.7. */
export function withdrawAlert(context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = alertForm.parse(form, lang);
  const gate = gateOf(context, "dupe-alert");
  return admitPerson(context, sent, gate, async ({ perfume_id }, { userId }) => {
    const perfumeId = parseId(perfume_id);
    if (perfumeId === null) throw new Refused("no-such-perfume");
    await dropAlert(context.get(database), userId, perfumeId);
    const back = `${inLanguage(lang, "/shelf")}#alerts`;
    return redirectWithMessage(context, back, "perfume.tellMeOff");
  });
}

function gateOf(context: RequestContext, limit: "shelf" | "dupe-alert") {
  const back = inLanguage(context.get(language), "/shelf");
  return {
    failure: "shelf.error",
    limit,
    signIn: { message: "shelf.mustSignIn", lost: "perfume.errorAuth", back },
    mayBeUnconfirmed: true,
  } as const;
}
