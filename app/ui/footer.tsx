import { useTranslations } from "#app/i18n/translations.ts";
import { useLocation } from "react-router";
import { languageCodes, languages } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { meaningfulQuery } from "#app/http/page-kinds.ts";
import { DataLicence } from "./data-licence.tsx";
import { Link } from "./link.tsx";
import { siteName } from "#app/i18n/site-name.ts";

const copyrightYear = 2025;

export function Footer() {
  const { t } = useTranslations();
  const { pathname, search } = useLocation();
  const page = pathname + meaningfulQuery(search);
  return (
    <footer className="foot">
      <div className="wrap">
        <div>
          <p className="small">{t("footer.note")}</p>
          <DataLicence />
          <p className="small">{`© ${copyrightYear} ${siteName}`}</p>
        </div>
        <nav aria-label={t("footer.information")}>
          <p className="brand">{t("footer.information")}</p>
          <ul>
            <li>
              <Link to="/about">{t("footer.about")}</Link>
            </li>
            <li>
              <Link to="/brands">{t("footer.brands")}</Link>
            </li>
            <li>
              <Link to="/shelf">{t("nav.shelf")}</Link>
            </li>
            <li>
              <Link to="/blog">{t("footer.blog")}</Link>
            </li>
            <li>
              <Link to="/contact">{t("footer.contact")}</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label={t("footer.legal")}>
          <p className="brand">{t("footer.legal")}</p>
          <ul>
            <li>
              <Link to="/legal-notice">{t("footer.legalNotice")}</Link>
            </li>
            <li>
              <Link to="/privacy-policy">{t("footer.privacy")}</Link>
            </li>
            <li>
              <Link to="/cookie-policy">{t("footer.cookies")}</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label={t("footer.languages")}>
          <p className="brand">{t("footer.languages")}</p>
          <ul className="columns">
            {languageCodes.map((code) => (
              <li key={code}>
                {/* Not a router link, because another language needs a new document. */}
                <a href={inLanguage(code, page)} hrefLang={code} lang={code}>
                  {languages[code]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
