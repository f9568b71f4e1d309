import { useTranslations } from "#app/i18n/translations.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { type Figures, writeNumber, writePercent } from "./vote-figures.ts";

export function Meter({ dupe, figures }: { dupe: PresentedRelation; figures: Figures }) {
  const { t } = useTranslations();
  const { similarity } = dupe;
  if (similarity === undefined)
    return (
      <p className="meter">
        <b className="none">{t("perfume.noData")}</b>
      </p>
    );
  const count = dupe.likes + dupe.dislikes;
  const shown = writeNumber(figures, count);
  return (
    <p className="meter">
      <b className={count > 0 ? undefined : "guess"}>{writePercent(figures, similarity)}</b>{" "}
      <span className="small soft">
        {count > 0 ? t("perfume.votes", { count, shown }) : t("perfume.estimate")}
      </span>
      <svg className="bar" height="6" aria-hidden="true">
        <rect width={`${similarity}%`} height="6" />
      </svg>
    </p>
  );
}
