import { useTranslations } from "#app/i18n/translations.ts";
import { AdSlot } from "#app/ui/ad-slot.tsx";
import { Link } from "#app/ui/link.tsx";
import type { CardProps } from "./dupe-card.tsx";
import { DupeList } from "./dupe-list.tsx";
import type { PageData } from "./load-page.ts";
import { withQuery } from "./page-address.ts";
import { PriceBar } from "./prices/price-bar.tsx";
import { Amount, LookFor, Shop, Tell } from "./prices/price-line.tsx";

/** True also when a filter hides the whole list. */
export const hasLists = ({ dupes, originals, bar }: PageData) =>
  dupes.length + originals.length > 0 || bar !== undefined;

export function RelationLists(card: Omit<CardProps, "of">) {
  const { t } = useTranslations();
  const { dupes, originals, bar, path, available, leads } = card.page;
  const lists = (
    [
      ["dupes", available, dupes],
      ["originals", t("perfume.isDupe"), originals],
    ] as const
  ).filter(([of, , relations]) => relations.length > 0 || (of === "dupes" && bar));
  return (
    <>
      {(leads === "originals" ? lists.toReversed() : lists).map(([of, title, relations]) => (
        <section key={of} aria-labelledby={`${of}-title`}>
          <div className="bar-line">
            <h2 id={`${of}-title`}>{title}</h2>
            {of === "dupes" && bar && <PriceBar bar={bar} page={card.page} />}
          </div>
          <DupeList key={path} of={of} dupes={relations} {...card} />
        </section>
      ))}
      {lists.length > 0 && <Asks page={card.page} />}
      {dupes.length > 0 && <AdSlot />}
    </>
  );
}

/** What the bottle itself costs, and, once on the page, what readers could add. */
function Asks({ page }: { page: PageData }) {
  const { t } = useTranslations();
  const { perfume, price, path } = page;
  return (
    <section className="asks" aria-labelledby="asks-title">
      {page.method && <p className="small soft">{page.method}</p>}
      {price && (
        <p className="cost">
          <span>
            {perfume.nombre} <Amount bottle={perfume} page={page} price={price} anchor="#prices" />
            {` ${price.size}`}
          </span>
          <Shop {...price} />
        </p>
      )}
      {page.search && <LookFor {...page.search} />}
      <h2 id="asks-title">{t("perfume.asks")}</h2>
      <p>{t("perfume.worn")}</p>
      <ul>
        <li>
          <Link to={withQuery(page, "suggest=dupe", "#suggest")} inPlace>
            {t("suggest.dupe")}
          </Link>
        </li>
        <li>
          <Tell bottle={perfume} page={page} />
        </li>
        <li>
          <Link to={`${path}?suggest=facts`}>{t("suggest.facts")}</Link>
        </li>
      </ul>
    </section>
  );
}
