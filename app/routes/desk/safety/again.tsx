import { redirect } from "react-router";
import { z } from "zod";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { findKeptForm, isRecent } from "#app/domain/accounts/recent-sign-in.ts";
import { hasSecondFactor, useCode } from "#app/domain/accounts/second-factor-codes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField, passwordField } from "#app/http/forms/form-fields.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { config, currentUser, database, language } from "#app/http/middleware/context.ts";
import { noteProofOf } from "#app/http/middleware/session-cookie.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import { Controls } from "#app/ui/submit.tsx";
import { AccountPage } from "#app/ui/account-page.tsx";
import { checkOwnPassword } from "#app/http/middleware/check-password.ts";
import type { Db } from "#db/database.ts";
import type { Route } from "./+types/again";
import { checkCode, codeField, maxCode } from "./check-code.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

/** Unlike any field of a kept form. */
const passwordName = "again_password";

const codeName = "again_code";

/** Whoever has a second factor types its code; without one, the password or Google is enough. */
interface Asked {
  password: boolean;
  code: boolean;
}

const againForm = (asked: Asked) =>
  defineForm(
    "again",
    z.object({
      [passwordName]: asked.password ? passwordField() : hiddenField(),
      [codeName]: asked.code ? codeField() : hiddenField(),
    }),
    {
      labels: { [passwordName]: "desk:again.password", [codeName]: "desk:code.code" },
      constraints: { [codeName]: { maxLength: maxCode } },
    },
  );

async function askedOf(db: Db, userId: string | undefined) {
  if (userId === undefined) return { asked: { password: true, code: false }, email: null };
  const { hasPassword = false, email = null } = (await findProfile(db, userId)) ?? {};
  return { asked: { password: hasPassword, code: await hasSecondFactor(db, userId) }, email };
}

const wrongPassword = {
  message: "people.wrongPassword",
  fields: { [passwordName]: "people.wrongPassword" },
} as const;

const wrongCode = {
  message: "people.wrongCode",
  fields: { [codeName]: "people.wrongCode" },
} as const;

/** A kept form that waits for its sender's password; 404 for everybody else (RULES.md 9.16). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const user = context.get(currentUser);
  const lang = context.get(language);
  if (!user) {
    const signIn = withRedirectTo(inLanguage(lang, "/auth"), url.pathname + url.search);
    throw await redirectWithMessage(context, signIn, "auth.mustLogin", { kind: "alert" });
  }
  const db = context.get(database);
  const now = new Date();
  const kept = await findKeptForm(db, user.userId, url.searchParams.get("token") ?? "", now);
  const { asked } = await askedOf(db, user.userId);
  const google = withRedirectTo(inLanguage(lang, "/auth/google"), url.pathname + url.search);
  return {
    kept,
    asked,
    ready: isRecent(user, now),
    google: asked.password || asked.code ? null : google,
    constraints: againForm(asked).constraints,
  };
}

/** Forwards the kept form: 307 keeps method and fields (RFC 9110 §15.4.8). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const db = context.get(database);
  const user = context.get(currentUser);
  const { asked, email } = await askedOf(db, user?.userId);
  const sent = againForm(asked).parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async (typed) => {
    if (!user) return refuse(context, sent, 401, { message: "auth.mustLogin" });
    const token = url.searchParams.get("token") ?? "";
    const kept = await findKeptForm(db, user.userId, token, new Date());
    if (!kept || email === null) return refuse(context, sent, 410, { message: "people.failed" });
    // Nothing to type: these people go to Google.
    if (!asked.password && !asked.code) return refuse(context, sent, 401, wrongPassword);
    if (asked.password) {
      const result = await checkOwnPassword(context, email, typed[passwordName]!);
      if (result.outcome === "too-many") return refuseTooMany(context, sent, result.retryAfter);
      if (result.outcome === "wrong") return refuse(context, sent, 401, wrongPassword);
    }
    if (asked.code) {
      const { sessionSecrets } = context.get(config);
      const code = typed[codeName]!;
      const check = await checkCode(
        context,
        user.userId,
        code,
        async () => (await useCode(db, user.userId, code, sessionSecrets, new Date())) || null,
      );
      if (check.outcome === "too-many") return refuseTooMany(context, sent, check.retryAfter);
      if (check.outcome === "wrong") return refuse(context, sent, 401, wrongCode);
    }
    await noteProofOf(request, context);
    return redirect(kept.path, 307);
  });
}

export default function Again({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { texts } = useDeskText("again");
  const { texts: codeTexts } = useDeskText("code");
  const { kept, asked, ready, google, constraints } = loaderData;
  const { formProps, fields } = useSiteForm<typeof passwordName | typeof codeName>("again", {
    constraints,
    refusal,
  });
  const lead = !kept
    ? texts.goneLead
    : ready
      ? texts.readyLead
      : google
        ? texts.googleLead
        : !asked.code
          ? texts.lead
          : asked.password
            ? texts.bothLead
            : texts.codeLead;
  const hidden = kept?.fields.map(([name, value], at) => (
    <input key={at} type="hidden" name={name} value={value} />
  ));
  return (
    <AccountPage {...{ title: texts.title, description: texts.description, lead, refusal }}>
      {kept && ready && (
        <form method="post" action={kept.path} className="form">
          {hidden}
          <button className="button main">{texts.submit}</button>
        </form>
      )}
      {kept && !ready && google && (
        <p>
          <a className="button main" rel="nofollow" href={google}>
            {texts.google}
          </a>
        </p>
      )}
      {kept && !ready && !google && (
        <PostForm className="form label" {...formProps}>
          <Controls name={texts.title} sending={false}>
            {hidden}
            {asked.password && (
              <Field
                field={fields[passwordName]}
                type="password"
                label={texts.password}
                autoComplete="current-password"
              />
            )}
            {asked.code && (
              <Field
                field={fields[codeName]}
                label={codeTexts.code}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
            <button className="button main">{texts.submit}</button>
          </Controls>
        </PostForm>
      )}
      <p>
        <Link className="button" to={kept?.path ?? "/desk"}>
          {texts.back}
        </Link>
      </p>
    </AccountPage>
  );
}
