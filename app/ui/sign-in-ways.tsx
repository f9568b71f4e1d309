import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";

export function SignInWays({
  back,
  className,
  logIn,
}: {
  back: string;
  className?: string;
  logIn?: string;
}) {
  const { t, language } = useTranslations();
  const to = (path: string) => withRedirectTo(path, inLanguage(language, back));
  return (
    <>
      <Link className={className} to={to("/auth")}>
        {logIn ?? t("auth.title")}
      </Link>{" "}
      <Link className={className} to={to("/auth?mode=signup")}>
        {t("auth.titleSignup")}
      </Link>
    </>
  );
}
