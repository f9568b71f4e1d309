import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/pending.css?inline";
import { Sheet } from "./style-sheet.tsx";

/** A thin bar at the top while another page is loading; it appears after a short delay (RULES.md 11.11). */
export function Pending() {
  const { t } = useTranslations();
  return (
    <div className="pending" role="progressbar" aria-label={t("nav.loading")}>
      <Sheet name="pending" css={css} />
    </div>
  );
}
