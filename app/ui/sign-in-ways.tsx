import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "./link.tsx";

/** Log in, or sign up, and come back. @param className of each link @param logIn instead of "Log in" */
export function SignInWays({
  back,
  className,
  logIn,
}: {
  /** a path with or without a language */
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
