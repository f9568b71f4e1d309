import { useTranslations } from "#app/i18n/translations.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { type Figures, writeNumber, writePercent } from "./vote-figures.ts";

/** What is known of a dupe's similarity (RULES.md 1.6). */
export function evidenceOf({ similarity, likes, dislikes }: PresentedRelation) {
  if (similarity !== undefined) return likes + dislikes > 0 ? "votes" : "estimate";
  return likes + dislikes > 0 ? "few" : "none";
}

/** RULES.md 1.6 */
export function Meter({ dupe, figures }: { dupe: PresentedRelation; figures: Figures }) {
  const { t } = useTranslations();
  const { similarity, likes, dislikes } = dupe;
  const count = likes + dislikes;
  const percent = writePercent(figures, similarity ?? 0);
  switch (evidenceOf(dupe)) {
    case "none":
      return <p className="meter none">{t("perfume.noData")}</p>;
    case "estimate":
      return (
        <p className="meter guess">
          {t("perfume.noData")} <span className="small">{t("perfume.estimate", { percent })}</span>
        </p>
      );
    case "few":
      return <p className="meter none">{t("perfume.say", { count: likes, votes: count })}</p>;
    case "votes":
      return (
        <p className="meter">
          <b>{percent}</b>{" "}
          <span className="small soft">
            {t("perfume.votes", { count, shown: writeNumber(figures, count) })}
          </span>
          <svg className="bar" height="6" aria-hidden="true">
            <rect width={`${similarity}%`} height="6" />
          </svg>
        </p>
      );
  }
}
