import { useTranslations } from "#app/i18n/translations.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { type Figures, writeNumber, writePercent } from "./vote-figures.ts";

/** RULES.md 1.6 */
export function Meter({ dupe, figures }: { dupe: PresentedRelation; figures: Figures }) {
  const { t } = useTranslations();
  const { similarity, likes, dislikes, words } = dupe;
  const count = likes + dislikes;
  if (similarity !== undefined && count > 0)
    return (
      <p className="meter">
        <b>{writePercent(figures, similarity)}</b>{" "}
        <span className="small soft">
          {t("perfume.votes", { count, shown: writeNumber(figures, count) })}
        </span>
      </p>
    );
  return (
    <p className={similarity === undefined ? "meter none" : "meter guess"}>
      {count === 0 && `${t("perfume.noData")} `}
      <span>{words}</span>
    </p>
  );
}
