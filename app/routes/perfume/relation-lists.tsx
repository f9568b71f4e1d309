import { useTranslations } from "#app/i18n/translations.ts";
import { AdSlot } from "#app/ui/ad-slot.tsx";
import { Link } from "#app/ui/link.tsx";
import type { CardProps } from "./dupe-card.tsx";
import { DupeList } from "./dupe-list.tsx";
import type { PageData } from "./load-page.ts";
import { withQuery } from "./page-address.ts";
import { PriceBar } from "./prices/price-bar.tsx";

/** True also when a filter hides the whole list. */
export const hasLists = ({ dupes, originals, bar }: PageData) =>
  dupes.length + originals.length > 0 || bar !== undefined;

/** The bottle's dupes and its originals. */
export function RelationLists(card: Omit<CardProps, "of">) {
  const { t } = useTranslations();
  const { dupes, originals, bar, path, available } = card.page;
  const lists = (
    [
      ["dupes", available, dupes],
      ["originals", t("perfume.isDupe"), originals],
    ] as const
  ).filter(([of, , relations]) => relations.length > 0 || (of === "dupes" && bar));
  const suggest = (
    <Link className="suggest" to={withQuery(card.page, "suggest=dupe", "#suggest")} inPlace>
      {t("suggest.dupe")}
    </Link>
  );
  return (
    <>
      {lists.map(([of, title, relations], at) => (
        <section key={of} aria-labelledby={`${of}-title`}>
          <div className="bar-line">
            <h2 id={`${of}-title`}>{title}</h2>
            {at === 0 && (bar ? <PriceBar bar={bar} page={card.page} /> : suggest)}
          </div>
          <DupeList key={path} of={of} dupes={relations} {...card} />
          {at === 0 && card.page.method && <p className="small soft">{card.page.method}</p>}
          {at === 0 && bar && suggest}
        </section>
      ))}
      {dupes.length > 0 && <AdSlot />}
    </>
  );
}
