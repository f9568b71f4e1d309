import { useTranslations } from "#app/i18n/translations.ts";
import { useLocation } from "react-router";
import { languageCodes, languages } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { meaningfulQuery } from "#app/http/page-kinds.ts";
import { DataLicence } from "./data-licence.tsx";
import { Link } from "./link.tsx";
import { siteName } from "#app/i18n/site-name.ts";

const copyrightYear = 2025;

const information = [
  ["/about", "footer.about"],
  ["/brands", "footer.brands"],
  ["/shelf", "nav.shelf"],
  ["/blog", "footer.blog"],
  ["/contact", "footer.contact"],
] as const;

const legal = [
  ["/legal-notice", "footer.legalNotice"],
  ["/privacy-policy", "footer.privacy"],
  ["/cookie-policy", "footer.cookies"],
] as const;

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
        <Links of="footer.information" links={information} />
        <Links of="footer.legal" links={legal} />
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

interface LinksProps {
  of: "footer.information" | "footer.legal";
  links: typeof information | typeof legal;
}

function Links({ of, links }: LinksProps) {
  const { t } = useTranslations();
  return (
    <nav aria-label={t(of)}>
      <p className="brand">{t(of)}</p>
      <ul>
        {links.map(([to, key]) => (
          <li key={to}>
            <Link to={to}>{t(key)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
