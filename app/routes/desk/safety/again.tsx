import { redirect } from "react-router";
import { z } from "zod";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { findKeptForm, isRecent } from "#app/domain/accounts/recent-sign-in.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { currentUser, database, language } from "#app/http/middleware/context.ts";
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
import type { Route } from "./+types/again";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

/** Unlike any field of a kept form. */
const passwordName = "again_password";

const againForm = defineForm(
  "again",
  z.object({ [passwordName]: z.string("auth.fillIn").min(1, "auth.fillIn") }),
  { labels: { [passwordName]: "desk:again.password" } },
);

const wrongPassword = {
  message: "people.wrongPassword",
  fields: { [passwordName]: "people.wrongPassword" },
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
  const profile = await findProfile(db, user.userId);
  const google = withRedirectTo(inLanguage(lang, "/auth/google"), url.pathname + url.search);
  return {
    kept,
    ready: isRecent(user, now),
    google: profile?.hasPassword ? null : google,
    constraints: againForm.constraints,
  };
}

/** Forwards the kept form: 307 keeps method and fields (RFC 9110 §15.4.8). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const sent = againForm.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async ({ [passwordName]: password }) => {
    const user = context.get(currentUser);
    if (!user) return refuse(context, sent, 401, { message: "auth.mustLogin" });
    const db = context.get(database);
    const token = url.searchParams.get("token") ?? "";
    const kept = await findKeptForm(db, user.userId, token, new Date());
    const profile = await findProfile(db, user.userId);
    if (!kept || !profile) return refuse(context, sent, 410, { message: "people.failed" });
    const result = await checkOwnPassword(context, profile.email, password!);
    if (result.outcome === "too-many") return refuseTooMany(context, sent, result.retryAfter);
    if (result.outcome === "wrong") return refuse(context, sent, 401, wrongPassword);
    await noteProofOf(request, context);
    return redirect(kept.path, 307);
  });
}

export default function Again({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { texts } = useDeskText("again");
  const { kept, ready, google, constraints } = loaderData;
  const { formProps, fields } = useSiteForm<typeof passwordName>("again", { constraints, refusal });
  const lead = !kept
    ? texts.goneLead
    : ready
      ? texts.readyLead
      : google
        ? texts.googleLead
        : texts.lead;
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
            <Field
              field={fields[passwordName]}
              type="password"
              label={texts.password}
              autoComplete="current-password"
            />
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
