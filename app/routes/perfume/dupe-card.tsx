import { useTranslations } from "#app/i18n/translations.ts";
import { shopLink } from "#app/domain/catalog/default-shop-link.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { type Figures, writeNumber, writePercent } from "#app/ui/vote-figures.ts";
import { Link } from "#app/ui/link.tsx";
import { withQuery } from "./panel-address.ts";
import { KeepButton } from "./keep.tsx";
import { type PresentedPrice, PriceLine, Tell } from "./price-line.tsx";
import { VoteButtons } from "./vote-buttons.tsx";

/** What a card shows: the other bottle, and how alike the two are. */
export interface PresentedRelation {
  /** the dupe's */
  id: number;
  marca: string;
  nombre: string;
  /** the bottle's own */
  bottleId: number;
  foto?: string;
  enlace?: string;
  likes: number;
  dislikes: number;
  /** none for 0 */
  reviews?: number;
  /** the reader's own vote */
  voto?: 1 | -1;
  /** the list of the reader's shelf that it is in */
  list?: List;
  /** per cent; none where nothing is known (RULES.md 5.3) */
  similarity?: number;
  /** the cheapest; none where nothing is known */
  price?: PresentedPrice;
}

export interface RelationsPage {
  path: string;
  /** what sorts and filters, kept by the cards' links: "" or "sort=price&" */
  query: string;
  /** parameters of the page to come back to: "" or "?sort=price&prices=7" */
  here: string;
  /** the name of the page's own bottle */
  nombre: string;
  /** whether the cards are of its dupes, or of what it is a dupe of */
  of: "dupes" | "originals";
  figures: Figures;
  /** the template of shop links, for dupes without their own */
  shop: string | null;
  /** the reviews that are open, and the dupe that they are of */
  open: { id: number; reviews: React.ReactNode } | null;
  /** the prices that are open, and the bottle that they are of */
  prices: { id: number; table: React.ReactNode } | null;
}

/** A dupe of the page's bottle, or an original: how alike they are, what it is, what one can do. */
export function DupeCard({ dupe, ...page }: { dupe: PresentedRelation } & RelationsPage) {
  const { t } = useTranslations();
  const { path, query, here, nombre, of, figures, shop: template, open, prices } = page;
  const bottle = { id: dupe.bottleId, nombre: dupe.nombre };
  const shop = of === "dupes" && !dupe.price ? shopLink({ enlace: null, ...dupe }, template) : null;
  const isOpen = open?.id === dupe.id;
  const { reviews = 0 } = dupe;
  const count = { count: reviews, shown: writeNumber(figures, reviews) };
  return (
    <li className="label dupe" id={`dupe-${dupe.id}`}>
      <div className="picture">
        <PerfumePicture foto={null} {...dupe} />
      </div>
      <div className="text">
        <Meter dupe={dupe} figures={figures} />
        <div>
          <h3>
            <Link to={perfumePath({ ...dupe, id: dupe.bottleId })}>{dupe.nombre}</Link>
          </h3>
          <p className="brand">{dupe.marca}</p>
        </div>
        <KeepButton id={dupe.bottleId} nombre={dupe.nombre} list={dupe.list} />
        <div className="votes">
          <VoteButtons
            dupe={dupe}
            original={of === "dupes" ? nombre : dupe.nombre}
            figures={figures}
            here={here}
          />
          <Link
            className="small"
            to={`${withQuery(path, query, isOpen ? "" : `reviews=${dupe.id}`)}#dupe-${dupe.id}`}
            preventScrollReset
          >
            {isOpen ? t("reviews.hide") : t("reviews.count", count)}
            <span className="unseen">{` (${dupe.nombre})`}</span>
          </Link>
        </div>
      </div>
      <p className="price small">
        {shop && (
          <span>
            <a className="shop" href={shop} rel="sponsored nofollow noopener" target="_blank">
              {t("perfume.shop")}
            </a>{" "}
            <small className="soft">{t("perfume.shopNote")}</small>
          </span>
        )}
        {dupe.price ? (
          <PriceLine
            {...{ bottle, path, query }}
            price={dupe.price}
            anchor={`dupe-${dupe.id}`}
            open={prices?.id === bottle.id}
          />
        ) : (
          <Tell
            {...{ bottle, path, query }}
            {...(shop !== null && { sign: t("price.tellSign") })}
          />
        )}
      </p>
      {isOpen && open.reviews}
      {prices?.id === bottle.id && prices.table}
    </li>
  );
}

function Meter({ dupe, figures }: { dupe: PresentedRelation; figures: Figures }) {
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
      <Bar value={similarity} />
    </p>
  );
}

function Bar({ value }: { value: number }) {
  return (
    <svg className="bar" height="6" aria-hidden="true">
      <rect width={`${value}%`} height="6" />
    </svg>
  );
}
