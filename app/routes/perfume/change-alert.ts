import { z } from "zod";
import { askForAlert, dropAlert } from "#app/domain/shelf/dupe-alerts.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import type { Place } from "./place.ts";

const forms = {
  "tell-me": defineForm("tell-me", z.object({})),
  "tell-me-not": defineForm("tell-me-not", z.object({})),
};

/** Starts or stops an email alert for the bottle's first dupe (RULES.md 7.7). */
async function changeAlert(context: RequestContext, form: FormData, { perfumeId, path }: Place) {
  const intent = form.get("intent") === "tell-me" ? "tell-me" : "tell-me-not";
  const sent = forms[intent].parse(form, context.get(language));
  const gate = {
    failure: "perfume.errorTellMe",
    limit: "dupe-alert",
    words: { "no-such-perfume": "perfume.errorTellMe" },
    signIn: { message: "auth.mustLogin", lost: "perfume.errorAuth", back: path },
  } as const;
  return admitPerson(context, sent, gate, async (_, { userId }) => {
    const db = context.get(database);
    if (intent === "tell-me-not") {
      await dropAlert(db, userId, perfumeId);
      return redirectWithMessage(context, path, "perfume.tellMeOff");
    }
    const asked = { user_id: userId, perfume_id: perfumeId, language: context.get(language) };
    await askForAlert(db, asked, new Date());
    return redirectWithMessage(context, path, "perfume.tellMeOn");
  });
}

export const alertIntents = { "tell-me": changeAlert, "tell-me-not": changeAlert };
