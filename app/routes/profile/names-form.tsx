import { Form } from "react-router";
import type { Profile } from "#app/domain/accounts/profiles.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { FullNameField, UsernameField } from "#app/ui/account-fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Controls, Submit, useSending } from "#app/ui/submit.tsx";

export function NamesForm({
  profile,
  constraints,
  refusal,
}: {
  profile: Profile;
  constraints: Constraints;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const sending = useSending("save");
  const { formProps, fields } = useSiteForm<"nombre_completo" | "nombre_usuario">("save", {
    constraints,
    refusal,
    defaultValue: {
      nombre_completo: profile.fullName,
      nombre_usuario: profile.username ?? "",
    },
  });
  return (
    <Form method="post" className="form label" {...formProps}>
      <Controls name={t("profile.title")} sending={sending}>
        {/* Without a name it is not sent, because it cannot be changed (RULES.md 12.2). */}
        <p className="field">
          <label htmlFor="email">{t("auth.email")}</label>{" "}
          <span className="small soft" id="email-hint">
            {t("profile.emailFixed")}
          </span>{" "}
          <input
            id="email"
            type="email"
            value={profile.email}
            readOnly
            aria-describedby="email-hint"
          />
        </p>
        <FullNameField field={fields.nombre_completo} />
        <UsernameField field={fields.nombre_usuario} />
        <Submit intent="save" sending={sending} whileSending={t("profile.saving")}>
          {t("profile.save")}
        </Submit>
      </Controls>
    </Form>
  );
}
