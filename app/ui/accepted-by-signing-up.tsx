import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";

/** The terms that a person accepts by signing up (RULES.md 9.3), shown in the sign-up form. */
export function AcceptedBySigningUp() {
  const { t } = useTranslations();
  return (
    <p className="small soft">
      {t("auth.acceptStart")} <Link to="/legal-notice">{t("auth.acceptLegal")}</Link>{" "}
      {t("auth.acceptAnd")} <Link to="/privacy-policy">{t("contact.privacyLink")}</Link>.
    </p>
  );
}
