import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";

export function SignInHint({ text, link }: { text: string; link: string }) {
  const { language } = useTranslations();
  return (
    <p className="small soft hint">
      {text} <Link to={withRedirectTo("/auth", inLanguage(language, "/shelf"))}>{link}</Link>
    </p>
  );
}
