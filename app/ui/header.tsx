import { useWords } from "../i18n/words.ts";
import { LanguagePicker } from "./language-picker.tsx";
import { Link } from "./link.tsx";
import { Logo } from "./logo.tsx";
import { Icon } from "./icons.tsx";
import { siteName } from "./site.ts";

export function Header() {
  const { t } = useWords();
  return (
    <header className="top">
      <div className="wrap">
        <Link className="logo" to="/">
          <Logo />
          {siteName}
        </Link>
        <nav aria-label={t("nav.main")}>
          <details className="menu narrow">
            <summary>
              <Icon name="menu" />
              <span className="unseen">{t("nav.menu")}</span>
            </summary>
            <ul className="sheet">
              <Places />
            </ul>
          </details>
          <ul className="wide">
            <Places />
          </ul>
          <LanguagePicker />
          <Link className="button" to="/auth">
            {t("nav.login")}
          </Link>
        </nav>
      </div>
    </header>
  );
}

function Places() {
  const { t } = useWords();
  return (
    <>
      <li>
        <Link to="/">{t("nav.home")}</Link>
      </li>
      <li>
        <Link to="/#explore">{t("nav.explore")}</Link>
      </li>
      <li>
        <Link to="/#how">{t("nav.how")}</Link>
      </li>
    </>
  );
}
