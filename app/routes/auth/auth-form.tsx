import { Form } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { AcceptedBySigningUp } from "#app/ui/accepted-by-signing-up.tsx";
import {
  EmailField,
  FullNameField,
  NewPasswordField,
  PasswordField,
  UsernameField,
} from "#app/ui/account-fields.tsx";
import { Checkbox } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import { Controls, Submit } from "#app/ui/submit.tsx";
import type { Route } from "./+types/auth";

interface AuthFormProps {
  mode: "login" | "signup";
  title: string;
  page: Pick<Route.ComponentProps["loaderData"], "constraints" | "redirectTo" | "google">;
  refusal: Refusal | undefined;
  sending: boolean;
}

export function AuthForm({ mode, title, page, refusal, sending }: AuthFormProps) {
  const { t } = useTranslations();
  const { formProps, fields } = useSiteForm<
    "nombre_completo" | "nombre_usuario" | "email" | "password" | "stay"
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
          <PasswordField field={fields.password} />
        )}
        {mode === "signup" ? (
          <AcceptedBySigningUp />
        ) : (
          <Checkbox field={fields.stay}>{t("auth.stay")}</Checkbox>
        )}
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
        // A plain link, never prefetched: it leaves the site.
        <a className="button" rel="nofollow" href={href}>
          {t("auth.google")}
        </a>
      )}
    </>
  );
}

/** A link without an address (https://w3c.github.io/html-aria/#el-a-no-href). */
export function DisabledLink({ className, children }: { className?: string; children: string }) {
  return (
    <span className={className} role="link" aria-disabled="true">
      {children}
    </span>
  );
}
