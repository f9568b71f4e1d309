import { z } from "zod";
import { linkGoogle } from "#app/domain/accounts/google-accounts.ts";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { passwordField } from "#app/http/forms/form-fields.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { checkPassword } from "#app/http/middleware/check-password.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { FormPage } from "#app/ui/form-page.tsx";
import { PasswordField } from "#app/ui/account-fields.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import { Controls } from "#app/ui/submit.tsx";
import type { Route } from "./+types/link-google";
import { letIn } from "./let-in.ts";
import { pendingLinkCookie, readPendingLink } from "./pending-link.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

const linkForm = defineForm("link", z.object({ password: passwordField() }), {
  labels: { password: "auth.password" },
});

const wrongPassword = {
  message: "profile.wrongPassword",
  fields: { password: "profile.wrongPassword" },
} as const;

/** The step between Google and the session, for an account with a password (RULES.md 9.7). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const isOver = (await readPendingLink(request, context)) === null;
  return {
    texts: translatorIn(lang).t("pages:linkGoogle", { returnObjects: true }),
    over: isOver ? translatorIn(lang).t("messages:people.stepOver") : null,
    constraints: linkForm.constraints,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const lang = context.get(language);
  const sent = linkForm.parse(await readForm(request), lang);
  return attempt(context, sent, "auth.failed", async ({ password }) => {
    const db = context.get(database);
    const over = () => refuse(context, sent, 410, { message: "people.stepOver" });
    const pending = await readPendingLink(request, context);
    const profile = pending && (await findProfile(db, pending.userId));
    if (!pending || !profile) return over();
    const result = await checkPassword(request, context, profile.email, password, "googleLinked");
    if (result.outcome === "too-many") return refuseTooMany(context, sent, result.retryAfter);
    if (result.outcome !== "right") return refuse(context, sent, 401, wrongPassword);
    const { userId, sub, path } = pending;
    const { passwordHash } = result.account;
    const target = { origin: context.get(config).origin, language: lang };
    if (!(await linkGoogle(db, { userId, sub, passwordHash }, target, new Date()))) return over();
    logSignIn(context, "googleLinked", "ok", { userId });
    context.get(services).mailWorker.runSoon();
    const to = pathAfterSignIn(path, lang);
    const answer = await letIn(request, context, userId, to, {
      said: "auth.googleLinked",
      status: 303,
      checked: passwordHash,
    });
    answer.headers.append("Set-Cookie", await pendingLinkCookie(context, null));
    return answer;
  });
}

export default function LinkGoogle({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { texts, over, constraints } = loaderData;
  const { t } = useTranslations();
  const { title, lead } = texts;
  const { formProps, fields } = useSiteForm<"password">("link", { constraints, refusal });
  return (
    <FormPage {...{ title, refusal }} lead={refusal && over ? "" : (over ?? lead)}>
      {over === null && (
        <form method="post" className="form label" {...formProps}>
          <Controls name={title} sending={false}>
            <PasswordField field={fields.password} />
            <button className="button main">{texts.button}</button>
          </Controls>
        </form>
      )}
      <ul className="elsewhere">
        <li>
          <Link to="/auth/forgot">{t("auth.forgot")}</Link>
        </li>
        <li>
          <Link to="/auth">{texts.back}</Link>
        </li>
      </ul>
    </FormPage>
  );
}
