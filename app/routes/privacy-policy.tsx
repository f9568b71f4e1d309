import { updatedText, siteWords } from "#app/i18n/page-text.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { LegalPage } from "#app/ui/legal-page.tsx";
import type { Route } from "./+types/privacy-policy";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const code = context.get(language);
  return {
    ...translatorIn(code).t("pages:privacy", {
      returnObjects: true,
      ...siteWords(context.get(config), code),
    }),
    updated: updatedText(code),
  };
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
