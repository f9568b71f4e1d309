import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";

/** What a person accepts by making an account (RULES.md 9.3), for the form that makes it. */
export function AcceptedBySigningUp() {
  const { t } = useTranslations();
  return (
    <p className="small soft">
      {t("auth.acceptStart")} <Link to="/legal-notice">{t("auth.acceptLegal")}</Link>{" "}
      {t("auth.acceptAnd")} <Link to="/privacy-policy">{t("contact.privacyLink")}</Link>.
    </p>
  );
}
