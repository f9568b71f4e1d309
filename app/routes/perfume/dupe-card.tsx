import { Fragment } from "react";
import { dupeShopLink } from "./dupe-shop-link.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { KeepButton } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { PriceForm, Reviews, Sightings, Sources } from "./opened-panels.tsx";
import { withQuery } from "./page-address.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { Amount, Offer, Shop, Tell } from "./prices/price-line.tsx";
import { Score } from "./score.tsx";
import { VerdictLink } from "./verdicts/verdict-link.tsx";
import { VerdictPanel } from "./verdicts/verdict-panel.tsx";
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
  const { perfume, figures, reviews, sources, verdict, prices, pricing } = page;
  const { id, bottleId, nombre, marca, concentracion, reviews: count = 0 } = dupe;
  const isOpen = reviews?.dupe.id === id;
  const hasSources = sources?.dupe.id === id;
  const shown = writeNumber(figures, count);
  const shop = of === "dupes" ? dupeShopLink(dupe, page.shop ?? null) : null;
  return (
    <li className="label dupe" id={`dupe-${id}`}>
      <div className="main">
        <div className="picture">
          <PerfumePicture {...dupe} />
        </div>
        <div className="about">
          <div className="row">
            <div>
              <h3>
                <Link to={perfumePath({ id: bottleId, marca, nombre })}>{nombre}</Link>
              </h3>
              <p className="brand">
                {marca}
                {concentracion && ` · ${concentracion}`}
              </p>
            </div>
            <Score dupe={dupe} figures={figures} />
          </div>
          <Price dupe={dupe} page={page} shop={shop} />
        </div>
      </div>
      <div className="acts">
        <VoteButtons
          dupe={dupe}
          original={of === "dupes" ? perfume.nombre : nombre}
          figures={figures}
          here={here}
        />
        <Link to={withQuery(page, isOpen ? "" : `reviews=${id}`, `#dupe-${id}`)}>
          {isOpen ? t("reviews.hide") : t("reviews.count", { count, shown })}
          <span className="unseen">{` (${nombre})`}</span>
        </Link>
        {dupe.sources !== undefined && (
          <Link to={withQuery(page, hasSources ? "" : `sources=${id}`, `#dupe-${id}`)}>
            {dupe.sources}
          </Link>
        )}
        <VerdictLink dupe={dupe} page={page} />
        <KeepButton id={bottleId} nombre={nombre} list={dupe.list} />
      </div>
      {isOpen && <Reviews open={reviews} page={page} refusal={refusal} />}
      {hasSources && <Sources open={sources} />}
      {/* Never hydrated: browsers do not need its code. */}
      {import.meta.env.SSR && verdict?.dupe.id === id && (
        <VerdictPanel open={verdict} refusal={refusal} />
      )}
      {pricing?.bottle.id === bottleId && (
        <PriceForm
          pricing={pricing}
          closeTo={withQuery(page, "", `#dupe-${id}`)}
          refusal={refusal}
        />
      )}
      {prices?.bottle.id === bottleId && <Sightings open={prices} page={page} shop={shop} />}
    </li>
  );
}

function Price({
  dupe,
  page,
  shop,
}: Pick<CardProps, "page"> & { dupe: PresentedRelation; shop: string | null }) {
  const bottle = { id: dupe.bottleId, nombre: dupe.nombre };
  const { id, price } = dupe;
  // Beside a linked price a link made for every dupe would cost each page 300 bytes: it opens with the prices.
  const offer = shop !== null && (dupe.enlace !== undefined || price?.link === undefined) && (
    <Offer link={shop} />
  );
  if (!price)
    return (
      <div className="row cost">
        <Tell {...{ bottle, page }} />
        {offer}
      </div>
    );
  return (
    <>
      <div className="row cost">
        <p className="small soft">
          <Amount {...{ bottle, page, price }} anchor={`#dupe-${id}`} />
          {` ${price.size}`}
          <br />
          {price.saved !== undefined && <b>{price.saved}</b>}
          {[price.per, price.date].map(
            (text) =>
              text !== undefined && (
                <Fragment key={text}>
                  {" "}
                  <span>{text}</span>
                </Fragment>
              ),
          )}
        </p>
        <Shop {...price} />
      </div>
      {offer && <div className="row cost">{offer}</div>}
    </>
  );
}
