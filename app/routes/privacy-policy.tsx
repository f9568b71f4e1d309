import { pageText, updatedText } from "#app/i18n/page-text.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { LegalPage } from "#app/ui/legal-page.tsx";
import type { Route } from "./+types/privacy-policy";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const code = context.get(language);
  return {
    ...pageText(context.get(config), code, "privacy"),
    updated: updatedText(code),
  };
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
