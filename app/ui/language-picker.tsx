import { useTranslations } from "#app/i18n/translations.ts";
import { useLocation } from "react-router";
import { languageCodes, languages } from "#app/i18n/languages.ts";
import { meaningfulQuery } from "#app/http/page-kinds.ts";

/** Lists the languages with their flags from styles/flags.svg (RULES.md 11.1). */
export function LanguagePicker() {
  const { t, language: current } = useTranslations();
  const { pathname, search, key } = useLocation();
  return (
    <details className="menu" name="menu" key={key}>
      <summary>
        <span aria-hidden="true">{current.toUpperCase()}</span>{" "}
        <span className="unseen">{`${t("nav.language")}: ${languages[current]}`}</span>
      </summary>
      <form className="sheet" method="post" action="/language">
        <input type="hidden" name="path" value={pathname + meaningfulQuery(search)} />
        {languageCodes.map((code) => (
          <button
            key={code}
            name="lang"
            value={code}
            lang={code}
            aria-current={code === current || undefined}
          >
            {`${languages[code]} `}
            <span className="soft">{code.toUpperCase()}</span>
          </button>
        ))}
      </form>
    </details>
  );
}
