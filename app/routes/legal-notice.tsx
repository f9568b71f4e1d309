import { formatIn } from "../i18n/format.ts";
import { pageText, textsUpdated } from "../i18n/page-text.server.ts";
import { config, language } from "../middleware/context.ts";
import { LegalPage } from "./legal-page.tsx";
import type { Route } from "./+types/legal-notice";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const code = context.get(language);
  return {
    ...pageText(context.get(config), code, "legal"),
    updated: formatIn(code).date(textsUpdated),
  };
}

export default function LegalNotice({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
