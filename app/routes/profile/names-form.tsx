import type { Profile } from "#app/domain/accounts/profiles.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { FullNameField, UsernameField } from "#app/ui/account-fields.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";

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
  const form = useSiteForm<"nombre_completo" | "nombre_usuario">("save", {
    constraints,
    refusal,
    defaultValue: {
      nombre_completo: profile.fullName,
      nombre_usuario: profile.username ?? "",
    },
  });
  return (
    <SiteForm
      of={form}
      name={t("profile.title")}
      submit={t("profile.save")}
      whileSending={t("profile.saving")}
    >
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
      <FullNameField field={form.fields.nombre_completo} />
      <UsernameField field={form.fields.nombre_usuario} />
    </SiteForm>
  );
}
