import { useLocation } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { Avatar } from "./avatar.tsx";
import { Link } from "./link.tsx";
import type { RootData } from "#app/http/root-data.ts";

/** Signs out with a plain form, so that the new document keeps none of the user's data. */
export function UserMenu({ name, avatarUrl, desk }: NonNullable<RootData["currentUser"]>) {
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
