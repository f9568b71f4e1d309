import { redirect } from "react-router";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuseUnknown } from "#app/http/forms/refusal.ts";
import { withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { config, currentUser, language } from "#app/http/middleware/context.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { FormPage } from "#app/ui/form-page.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSending } from "#app/ui/submit.tsx";
import type { Route } from "./+types/auth";
import { AuthForm, DisabledLink } from "./auth-form.tsx";
import { logIn, loginForm } from "./log-in.ts";
import { signUp, signUpForm } from "./sign-up.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export function loader({ url, context }: Route.LoaderArgs) {
  const redirectTo = url.searchParams.get("redirectTo");
  if (context.get(currentUser)) throw redirect(pathAfterSignIn(redirectTo, context.get(language)));
  return {
    mode: url.searchParams.get("mode") === "signup" ? ("signup" as const) : ("login" as const),
    redirectTo,
    constraints: { login: loginForm.constraints, signup: signUpForm.constraints },
    // On localhost the button shows even without configuration and leads to an explanation (RULES.md 9.7).
    google: context.get(config).google !== null || context.get(config).local,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request.clone());
  switch (form.get("intent")) {
    case "login":
      return logIn(request, context, form);
    case "signup":
      return signUp(request, context, form);
    default:
      return refuseUnknown(context);
  }
}

export default function Auth({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { redirectTo } = loaderData;
  const refused = refusal?.form;
  const mode = refused === "login" || refused === "signup" ? refused : loaderData.mode;
  const sending = useSending(mode);
  const title = t(mode === "login" ? "auth.title" : "auth.titleSignup");
  const other = withRedirectTo(mode === "login" ? "/auth?mode=signup" : "/auth", redirectTo);
  const elsewhere = [
    [other, mode === "login" ? "auth.toSignup" : "auth.toLogin"],
    ["/auth/forgot", "auth.forgot"],
    ["/auth/confirm", "auth.resend"],
    ["/", "text.backHome"],
  ] as const;
  return (
    <FormPage title={title} lead={t("auth.lead")} refusal={refusal}>
      {/* A separate form per mode, so that text typed in one does not appear in the other (RULES.md 12.1). */}
      <AuthForm
        key={mode}
        mode={mode}
        title={title}
        page={loaderData}
        refusal={refusal}
        sending={sending}
      />
      <ul className="elsewhere">
        {elsewhere.map(([to, key]) => (
          <li key={key}>
            {sending ? <DisabledLink>{t(key)}</DisabledLink> : <Link to={to}>{t(key)}</Link>}
          </li>
        ))}
      </ul>
    </FormPage>
  );
}
