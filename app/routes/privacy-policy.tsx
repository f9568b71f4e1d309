import { pageText, updatedText } from "../i18n/page-text.server.ts";
import { config, language } from "../middleware/context.ts";
import { LegalPage } from "./legal-page.tsx";
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
