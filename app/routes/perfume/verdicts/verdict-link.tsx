import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import type { PageData } from "../load-page.ts";
import { withQuery } from "../page-address.ts";
import type { PresentedRelation } from "../present-relations.ts";

/** What people say of a dupe, or where nobody has yet, an invitation; leads to all verdicts and to one's own. */
export function VerdictLink({ dupe, page }: { dupe: PresentedRelation; page: PageData }) {
  const { t, language } = useTranslations();
  const { id, nombre, said } = dupe;
  const isOpen = page.verdict?.dupe.id === id;
  const address = withQuery(page, isOpen ? "" : `verdict=${id}`, `#dupe-${id}`);
  return (
    // A new document: pages with an open verdict have no scripts.
    <a href={inLanguage(language, address)}>
      {said ?? (
        <>
          {t("perfume.verdict")}
          <span className="unseen">{` (${nombre})`}</span>
        </>
      )}
    </a>
  );
}
