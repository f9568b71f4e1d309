import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";
import { Icon } from "./icons.tsx";
import { type RootData, useRoot } from "#app/http/root-data.ts";
import { SearchBox } from "./search-box.tsx";
import { siteName } from "#app/i18n/site-name.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { Avatar } from "./avatar.tsx";
import { languageCodes, languages } from "#app/i18n/languages.ts";
import { meaningfulQuery } from "#app/http/page-kinds.ts";

export function Header() {
  const { t } = useTranslations();
  const { currentUser, sample } = useRoot() ?? {};
  // As the key of search and menus it closes them when the address changes.
  const { key } = useLocation();
  useClosingMenus();
  return (
    <header className="top">
      <div className="wrap">
        <Link className="logo" to="/">
          <Logo />
          {siteName}
        </Link>
        <SearchBox query="" inHeader key={key} />
        <nav aria-label={t("nav.main")}>
          <details className="menu narrow" name="menu" key={key}>
            <summary>
              <Icon name="menu" />
              <span className="unseen">{t("nav.menu")}</span>
            </summary>
            <ul className="sheet">
              <NavLinks />
            </ul>
          </details>
          <ul className="wide">
            <NavLinks />
          </ul>
          <LanguagePicker />
          {currentUser ? (
            <UserMenu {...currentUser} />
          ) : (
            <Link className="button" to="/auth">
              {t("nav.login")}
            </Link>
          )}
        </nav>
      </div>
      {sample && (
        <p className="sample small soft" role="note">
          {sample}
        </p>
      )}
    </header>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 20 26" width="20" height="26" fill="none" aria-hidden="true">
      <path d="M7 1h6v5H7z" fill="currentColor" />
      <path d="M3 15h14v7q0 1-1 1H4q-1 0-1-1z" fill="#c9742f" />
      <path
        d="M3 8h14q2 0 2 2v13q0 2-2 2H3q-2 0-2-2V10q0-2 2-2z"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}

const places = [
  ["/", "nav.home"],
  ["/#explore", "nav.explore"],
  ["/brands", "nav.brands"],
  ["/#how", "nav.how"],
  ["/shelf", "nav.shelf"],
] as const;

function NavLinks() {
  const { t } = useTranslations();
  return places.map(([to, key]) => (
    <li key={to}>
      <Link to={to}>{t(key)}</Link>
    </li>
  ));
}

function useClosingMenus() {
  useEffect(() => {
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      const open = document.querySelector<HTMLDetailsElement>("details.menu[open]");
      if (!open || (event.type !== "keydown" && open.contains(event.target as Node))) return;
      open.open = false;
      if (event.type === "keydown") open.querySelector("summary")?.focus();
    };
    const events = ["pointerdown", "focusin", "keydown"];
    for (const event of events) document.addEventListener(event, close);
    return () => {
      for (const event of events) document.removeEventListener(event, close);
    };
  }, []);
}

/** Signs out with a plain form, so that the new document keeps none of the user's data. */
function UserMenu({ name, avatarUrl, desk }: NonNullable<RootData["currentUser"]>) {
  const { t, language } = useTranslations();
  const { key } = useLocation();
  return (
    <details className="menu" name="menu" key={key}>
      <summary>
        <Avatar url={avatarUrl} name={name} size={32} />
        <span className="unseen">{t("nav.account", { name })}</span>
      </summary>
      <div className="sheet">
        <p className="small soft">{name}</p>
        {/* Not a router link, because the router does not know the address. */}
        {desk && <a href={inLanguage(language, "/desk")}>{desk}</a>}
        <Link to="/profile">{t("nav.profile")}</Link>
        <form method="post" action="/logout">
          <input type="hidden" name="redirectTo" value={inLanguage(language, "/")} />
          <button>{t("nav.logout")}</button>
        </form>
      </div>
    </details>
  );
}

/** Lists the languages with their flags from styles/flags.svg (RULES.md 11.1). */
function LanguagePicker() {
  const { t, language: current } = useTranslations();
  const { pathname, search, key } = useLocation();
  return (
    <details className="menu" name="menu" key={key}>
      <summary>
        <span aria-hidden="true">{current.toUpperCase()}</span>{" "}
        <span className="unseen">
          {t("form.named", { act: t("nav.language"), name: languages[current] })}
        </span>
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
