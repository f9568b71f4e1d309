import { Form } from "react-router";
import type { Profile } from "../../accounts/profiles.ts";
import type { Refusal } from "../../forms/refusal.ts";
import { useWords } from "../../i18n/words.ts";
import { Field } from "../field.tsx";
import { Submit, useSending } from "../submit.tsx";

export function NamesForm({
  profile,
  refusal,
}: {
  profile: Profile;
  refusal: Refusal | undefined;
}) {
  const { t } = useWords();
  const sending = useSending("save");
  return (
    <Form method="post" className="form label">
      <fieldset disabled={sending}>
        {/* Without a name, so that it is not sent: it cannot be changed (spec.md §5). */}
        <p className="field">
          <label htmlFor="email">{t("auth.email")}</label>
          <span className="small soft" id="email-hint">
            {t("profile.emailFixed")}
          </span>
          <input
            id="email"
            type="email"
            value={profile.email}
            readOnly
            aria-describedby="email-hint"
          />
        </p>
        <Field
          name="nombre_completo"
          label={t("auth.fullName")}
          defaultValue={profile.fullName}
          maxLength={100}
          autoComplete="name"
          refusal={refusal}
        />
        <Field
          name="nombre_usuario"
          label={t("auth.username")}
          hint={t("auth.usernameHint")}
          defaultValue={profile.username ?? ""}
          minLength={3}
          maxLength={30}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          refusal={refusal}
        />
        <Submit intent="save" sending={sending} whileSending={t("profile.saving")}>
          {t("profile.save")}
        </Submit>
      </fieldset>
    </Form>
  );
}
