import { dupeShopLink } from "./dupe-shop-link.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { KeepButton } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { withQuery } from "./page-address.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { Offer, PriceLine, Tell } from "./prices/price-line.tsx";
import { Reviews } from "./reviews/reviews-panel.tsx";
import { Sightings } from "./prices/sightings-panel.tsx";
import { Meter } from "./similarity-meter.tsx";
import { VoteButtons } from "./vote-buttons.tsx";
import { writeNumber } from "./vote-figures.ts";

export interface CardProps {
  page: PageData;
  /** whether the card shows a dupe or an original of the page's bottle */
  of: "dupes" | "originals";
  /** parameters of the page to return to: "" or "?sort=price&prices=7" */
  here: string;
  refusal: Refusal | undefined;
}

/** A dupe or an original of the page's bottle: likeness, details, actions. */
export function DupeCard({
  dupe,
  page,
  of,
  here,
  refusal,
}: CardProps & { dupe: PresentedRelation }) {
  const { t } = useTranslations();
  const { perfume, figures, reviews, prices } = page;
  const { id, bottleId, nombre, marca, reviews: count = 0 } = dupe;
  const isOpen = reviews?.dupe.id === id;
  const shown = writeNumber(figures, count);
  const shop = of === "dupes" ? dupeShopLink(dupe, page.shop) : null;
  return (
    <li className="label dupe" id={`dupe-${id}`}>
      <div className="picture">
        <PerfumePicture foto={null} {...dupe} />
      </div>
      <div className="text">
        <Meter dupe={dupe} figures={figures} />
        <div>
          <h3>
            <Link to={perfumePath({ id: bottleId, marca, nombre })}>{nombre}</Link>
          </h3>
          <p className="brand">{marca}</p>
        </div>
        <KeepButton id={bottleId} nombre={nombre} list={dupe.list} />
        <div className="votes">
          <VoteButtons
            dupe={dupe}
            original={of === "dupes" ? perfume.nombre : nombre}
            figures={figures}
            here={here}
          />
          <Link
            className="small"
            to={withQuery(page, isOpen ? "" : `reviews=${id}`, `#dupe-${id}`)}
            preventScrollReset
          >
            {isOpen ? t("reviews.hide") : t("reviews.count", { count, shown })}
            <span className="unseen">{` (${nombre})`}</span>
          </Link>
        </div>
      </div>
      <Price dupe={dupe} page={page} shop={shop} />
      {isOpen && <Reviews open={reviews} page={page} refusal={refusal} />}
      {prices?.bottle.id === bottleId && <Sightings open={prices} page={page} shop={shop} />}
    </li>
  );
}

function Price({
  dupe,
  page,
  shop,
}: Pick<CardProps, "page"> & { dupe: PresentedRelation; shop: string | null }) {
  const { t } = useTranslations();
  const bottle = { id: dupe.bottleId, nombre: dupe.nombre };
  const { id, price } = dupe;
  // Beside a linked price a link made for every dupe would cost each page 300 bytes: it opens with the prices.
  const isOnCard = shop !== null && (dupe.enlace !== undefined || price?.link === undefined);
  const offer = isOnCard && <Offer link={shop} />;
  if (!price)
    return (
      <p className="price small">
        {offer && <span>{offer}</span>}
        <Tell {...{ bottle, page }} {...(shop !== null && { sign: t("price.tellSign") })} />
      </p>
    );
  return (
    <>
      <p className="price small">
        <PriceLine
          {...{ bottle, page, price }}
          anchor={`#dupe-${id}`}
          open={page.prices?.bottle.id === bottle.id}
        />
      </p>
      {offer && <p className="price small">{offer}</p>}
    </>
  );
}
