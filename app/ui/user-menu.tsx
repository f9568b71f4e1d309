import { useLocation } from "react-router";
import { useTranslations } from "../i18n/translations.ts";
import { inLanguage } from "../i18n/paths.ts";
import { Avatar } from "./avatar.tsx";
import { Link } from "./link.tsx";

export interface SignedIn {
  name: string;
  avatarUrl: string | null;
}

/** Profile and logout. Logging out is a document of its own, so that nothing of the person stays on the page. */
export function UserMenu({ name, avatarUrl }: SignedIn) {
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
        <Link to="/profile">{t("nav.profile")}</Link>
        <form method="post" action="/logout">
          <input type="hidden" name="redirectTo" value={inLanguage(language, "/")} />
          <button>{t("nav.logout")}</button>
        </form>
      </div>
    </details>
  );
}
