import { useTranslations } from "#app/i18n/translations.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { type Figures, writeNumber, writePercent } from "./vote-figures.ts";

/** RULES.md 1.6 */
export function Score({ dupe, figures }: { dupe: PresentedRelation; figures: Figures }) {
  const { t } = useTranslations();
  const { similarity, likes, dislikes, words } = dupe;
  const count = likes + dislikes;
  if (similarity !== undefined && count > 0)
    return (
      <p className="score">
        <b>{writePercent(figures, similarity)}</b>
        {` ${t("perfume.votes", { count, shown: writeNumber(figures, count) })}`}
      </p>
    );
  if (count > 0) return <p className="score">{words}</p>;
  return (
    <>
      <p className="score">{t("perfume.noData")}</p>
      {words && <p className="small soft intro">{words}</p>}
    </>
  );
}
