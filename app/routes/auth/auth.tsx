import { Form, redirect } from "react-router";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { type Refusal, refuse } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { config, currentUser, language } from "#app/http/middleware/context.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { AcceptedBySigningUp } from "#app/ui/accepted-by-signing-up.tsx";
import {
  EmailField,
  FullNameField,
  NewPasswordField,
  UsernameField,
} from "#app/ui/account-fields.tsx";
import { AuthPage } from "#app/ui/account-page.tsx";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import { Controls, Submit, useSending } from "#app/ui/submit.tsx";
import type { Route } from "./+types/auth";
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
    // On localhost the button is there without configuration, too; it leads to the reason (RULES.md 7.7).
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
      return refuse(context, unknownForm(), 422, { message: "auth.failed" });
  }
}

export default function Auth({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { redirectTo } = loaderData;
  const refused = refusal?.form;
  const mode = refused === "login" || refused === "signup" ? refused : loaderData.mode;
  const sending = useSending(mode);
  const title = t(mode === "login" ? "auth.title" : "auth.titleSignup");
  return (
    <AuthPage title={title} lead={t("auth.lead")} refusal={refusal}>
      {/* Another mode is another form: what was typed into one is not carried into the other (RULES.md 3.1). */}
      <AuthForm
        key={mode}
        mode={mode}
        title={title}
        page={loaderData}
        refusal={refusal}
        sending={sending}
      />
      <ul className="elsewhere">
        <li>
          <LinkUnless
            disabled={sending}
            to={withRedirectTo(mode === "login" ? "/auth?mode=signup" : "/auth", redirectTo)}
          >
            {t(mode === "login" ? "auth.toSignup" : "auth.toLogin")}
          </LinkUnless>
        </li>
        <li>
          <LinkUnless disabled={sending} to="/auth/forgot">
            {t("auth.forgot")}
          </LinkUnless>
        </li>
        <li>
          <LinkUnless disabled={sending} to="/auth/confirm">
            {t("auth.resend")}
          </LinkUnless>
        </li>
        <li>
          <LinkUnless disabled={sending} to="/">
            {t("text.backHome")}
          </LinkUnless>
        </li>
      </ul>
    </AuthPage>
  );
}

/** A link; while `disabled`, its text alone (https://w3c.github.io/html-aria/#el-a-no-href). */
function LinkUnless({
  disabled,
  to,
  children,
}: {
  disabled: boolean;
  to: string;
  children: string;
}) {
  return disabled ? <DisabledLink>{children}</DisabledLink> : <Link to={to}>{children}</Link>;
}

function DisabledLink({ className, children }: { className?: string; children: string }) {
  return (
    <span className={className} role="link" aria-disabled="true">
      {children}
    </span>
  );
}

interface AuthFormProps {
  mode: "login" | "signup";
  title: string;
  page: Route.ComponentProps["loaderData"];
  refusal: Refusal | undefined;
  /** the form is on its way */
  sending: boolean;
}

function AuthForm({ mode, title, page, refusal, sending }: AuthFormProps) {
  const { t } = useTranslations();
  const { formProps, fields } = useSiteForm<
    "nombre_completo" | "nombre_usuario" | "email" | "password"
  >(mode, { constraints: page.constraints[mode], refusal });
  return (
    <Form method="post" className="form label" {...formProps}>
      <Controls name={title} sending={sending}>
        {page.redirectTo !== null && (
          <input type="hidden" name="redirectTo" value={page.redirectTo} />
        )}
        {mode === "signup" && (
          <>
            <FullNameField field={fields.nombre_completo} />
            <UsernameField field={fields.nombre_usuario} />
          </>
        )}
        <EmailField field={fields.email} />
        {mode === "signup" ? (
          <NewPasswordField label={t("auth.password")} field={fields.password} />
        ) : (
          <Field
            field={fields.password}
            type="password"
            label={t("auth.password")}
            autoComplete="current-password"
          />
        )}
        {mode === "signup" && <AcceptedBySigningUp />}
        <Submit intent={mode} sending={sending}>
          {title}
        </Submit>
      </Controls>
      {page.google && <Google redirectTo={page.redirectTo} disabled={sending} />}
    </Form>
  );
}

function Google({ redirectTo, disabled }: { redirectTo: string | null; disabled: boolean }) {
  const { t, language } = useTranslations();
  const href = inLanguage(language, withRedirectTo("/auth/google", redirectTo));
  return (
    <>
      <p className="or small soft">{t("auth.or")}</p>
      {disabled ? (
        <DisabledLink className="button">{t("auth.google")}</DisabledLink>
      ) : (
        // A plain link, never fetched ahead: it leads out of the site.
        <a className="button" rel="nofollow" href={href}>
          {t("auth.google")}
        </a>
      )}
    </>
  );
}
