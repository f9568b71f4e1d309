import { defaultDataLicence, useRoot } from "#app/http/root-data.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";

/** Under which licence facts and votes are given; in the footer, and at each form that takes facts. */
export function DataLicence() {
  const { t } = useTranslations();
  const licence = useRoot()?.licence ?? defaultDataLicence;
  return (
    <p className="small licence">
      <Link to="/data">{t("footer.data", { licence })}</Link>
    </p>
  );
}
