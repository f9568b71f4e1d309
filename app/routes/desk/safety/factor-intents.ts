import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { beginFactor, confirmFactor, type NewFactor } from "#app/domain/desk/operator-factor.ts";
import { takeFactorOff } from "#app/domain/desk/remove-factor.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { sessionToken } from "#app/http/middleware/session-cookie.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type DeskAnswer, type Intent, plainForm } from "../decision.ts";
import { deskForm } from "../desk-form.tsx";
import { confirmed } from "../confirmation.tsx";
import { checkCode, codeField, maxCode, wrongCode } from "./proof.ts";

const codeForm = (id: "confirm" | "off") =>
  deskForm("code", id, z.object({ code: codeField() }), {
    constraints: { code: { maxLength: maxCode } },
  });

export const confirmForm = codeForm("confirm");
export const offForm = codeForm("off");

/** Shown once, never in an address: the key to set up, or the recovery codes. */
export interface Shown {
  shows: true;
  setup: NewFactor | null;
  codes: string[] | null;
}

const show = (shown: Partial<Shown>) =>
  data<Shown>({ shows: true, setup: null, codes: null, ...shown });

type Answer = DeskAnswer | ReturnType<typeof show>;

export function factorIntents(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Record<string, Intent<Answer>> {
  const db = context.get(database);
  const { sessionSecrets: secrets, origin } = context.get(config);
  const { t } = translatorIn(context.get(language));
  const question = (intent: "begin" | "off") => ({
    title: t(`desk:secondFactor.${intent}`),
    submit: t(`desk:secondFactor.${intent}`),
    back: "/profile/second-factor",
  });
  const buttonOf = (intent: "begin" | "off", form: FormData) =>
    plainForm(intent, (one) => one).parse(form, context.get(language));
  return {
    begin: (form, { userId }) =>
      attempt(context, buttonOf("begin", form), "auth.failed", async (): Promise<Answer> => {
        const again = await confirmed(request, context, form, question("begin"));
        if (again) return again;
        const label = (await findProfile(db, userId))?.email ?? userId;
        const site = { issuer: siteName, label, secrets };
        const setup = await beginFactor(db, userId, site, new Date());
        return setup ? show({ setup }) : toPage(context, "people.unchanged");
      }),
    confirm: (form, { userId }) =>
      withCode(context, form, confirmForm, userId, async (code) => {
        const session = await sessionToken(context, request);
        const here = { secrets, session, origin, language: context.get(language) };
        const codes = await confirmFactor(db, userId, code, here, new Date());
        if (!codes) return null;
        logSignIn(context, "secondFactor", "on", { userId });
        context.get(services).mailWorker.runSoon();
        return show({ codes });
      }),
    off: (form, { userId }) =>
      attempt(context, buttonOf("off", form), "auth.failed", async (): Promise<Answer> => {
        const again = await confirmed(request, context, form, question("off"));
        if (again) return again;
        return withCode(context, form, offForm, userId, async (code) => {
          const off = await takeFactorOff(db, userId, code, secrets, new Date());
          if (!off) return null;
          logSignIn(context, "secondFactor", "off", { userId });
          return toPage(context, "people.factorOff");
        });
      }),
  };
}

/** @param use returns null for a wrong code, which then counts towards the limit */
function withCode(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  definition: typeof offForm,
  userId: string,
  use: (code: string) => Promise<Answer | null>,
) {
  const sent = definition.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async ({ code }): Promise<Answer> => {
    const check = await checkCode(context, userId, code, () => use(code));
    if (check.outcome === "too-many") return refuseTooMany(context, sent, check.retryAfter);
    if (check.outcome === "wrong") return refuse(context, sent, 401, wrongCode);
    return check.made;
  });
}

const toPage = (context: Readonly<RouterContextProvider>, key: MessageKey) =>
  redirectWithMessage(context, inLanguage(context.get(language), "/profile/second-factor"), key);
