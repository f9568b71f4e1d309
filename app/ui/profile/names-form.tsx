import { Form } from "react-router";
import type { Profile } from "../../accounts/profiles.ts";
import type { Refusal } from "../../forms/refusal.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { FullNameField, UsernameField } from "../account-fields.tsx";
import { Submit, useSending } from "../submit.tsx";

export function NamesForm({
  profile,
  refusal,
}: {
  profile: Profile;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const sending = useSending("save");
  return (
    <Form method="post" className="form label">
      <fieldset role="none" disabled={sending}>
        {/* Without a name, so that it is not sent: it cannot be changed (spec.md §5). */}
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
        <FullNameField value={profile.fullName} refusal={refusal} />
        <UsernameField value={profile.username ?? ""} refusal={refusal} />
        <Submit intent="save" sending={sending} whileSending={t("profile.saving")}>
          {t("profile.save")}
        </Submit>
      </fieldset>
    </Form>
  );
}
