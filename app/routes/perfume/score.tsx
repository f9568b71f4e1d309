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
  return (
    <p className="score">
      {count === 0 && `${t("perfume.noData")} `}
      <span>{words}</span>
    </p>
  );
}
