import { updatedText, siteWords } from "#app/i18n/page-text.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { Link } from "#app/ui/link.tsx";
import { LegalPage } from "#app/ui/legal-page.tsx";
import type { Route } from "./+types/legal-notice";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const code = context.get(language);
  return {
    ...translatorIn(code).t("pages:legal", {
      returnObjects: true,
      ...siteWords(context.get(config), code),
    }),
    updated: updatedText(code),
  };
}

export default function LegalNotice({ loaderData }: Route.ComponentProps) {
  const { noticeLink, ...text } = loaderData;
  const link = (
    <p>
      <Link className="button" to="/notice">
        {noticeLink}
      </Link>
    </p>
  );
  return <LegalPage {...text} extra={{ "intellectual-property": link }} />;
}
