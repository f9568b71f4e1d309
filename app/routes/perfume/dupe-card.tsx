import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { KeepButton } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { PriceForm, Reviews, Sightings } from "./opened-panels.tsx";
import { withQuery } from "./page-address.ts";
import type { PresentedRelation } from "./present-relations.ts";
import { Amount, Offer, Shop } from "./prices/price-line.tsx";
import { VoteButtons } from "./vote-buttons.tsx";
import { type Figures, writeNumber, writePercent } from "./vote-figures.ts";

export interface CardProps {
  page: PageData;
  /** whether the card shows a dupe or an original of the page's bottle */
  of: "dupes" | "originals";
  /** parameters of the page to return to: "" or "?sort=price&prices=7" */
  here: string;
  refusal: Refusal | undefined;
}

export function DupeCard({
  dupe,
  page,
  of,
  here,
  refusal,
}: CardProps & { dupe: PresentedRelation }) {
  const { t } = useTranslations();
  const { perfume, figures, reviews, prices, pricing } = page;
  const { id, bottleId, nombre, marca, concentracion, reviews: count = 0 } = dupe;
  const bottle = { id: bottleId, marca, nombre };
  const isOpen = reviews?.dupe.id === id;
  const shown = writeNumber(figures, count);
  const shop = of === "dupes" ? dupeShopLink(dupe, page.shop ?? null) : null;
  return (
    <li className="label dupe" id={`dupe-${id}`}>
      <PerfumePicture {...dupe} />
      <div className="about">
        <h3>
          <Link to={perfumePath(bottle)}>{nombre}</Link>
        </h3>
        <p className="soft">
          {marca}
          {concentracion && ` · ${concentracion}`}
        </p>
      </div>
      <Score dupe={dupe} figures={figures} />
      {(dupe.said ?? dupe.both ?? dupe.blind) && (
        <div className="said">
          {dupe.said && <p>{dupe.said}</p>}
          {dupe.both && <p className="soft">{dupe.both}</p>}
          {dupe.blind && <p>{dupe.blind}</p>}
        </div>
      )}
      <Price dupe={dupe} page={page} shop={shop} />
      <div className="acts">
        <VoteButtons
          dupe={dupe}
          original={of === "dupes" ? perfume.nombre : nombre}
          lookAlike={of === "dupes" ? nombre : perfume.nombre}
          figures={figures}
          here={here}
        />
        {(count > 0 || isOpen) && (
          <Link to={withQuery(page, isOpen ? "" : `reviews=${id}`, `#dupe-${id}`)}>
            {isOpen ? t("reviews.hide") : t("reviews.count", { count, shown })}
            <span className="unseen">{` (${nombre})`}</span>
          </Link>
        )}
        <Link to={of === "dupes" ? pairPath(perfume, bottle) : pairPath(bottle, perfume)}>
          {t("perfume.compare")}
          <span className="unseen">{` (${nombre})`}</span>
        </Link>
        <KeepButton id={bottleId} nombre={nombre} list={dupe.list} />
      </div>
      {isOpen && <Reviews open={reviews} page={page} refusal={refusal} />}
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
  const offer = shop !== null && (dupe.enlace !== undefined || price?.link === undefined);
  if (!price && !offer) return null;
  return (
    <div className="cost">
      {price && (
        <>
          <p>
            <Amount {...{ bottle, page, price }} anchor={`#dupe-${id}`} />
            {` ${price.size} `}
            {price.saved !== undefined && <b>{price.saved}</b>}
            {price.per !== undefined && <i>{price.per}</i>}
          </p>
          <Shop {...price} />
        </>
      )}
      {offer && <Offer link={shop} />}
    </div>
  );
}

/** RULES.md 1.6 */
function Score({ dupe, figures }: { dupe: PresentedRelation; figures: Figures }) {
  const { t } = useTranslations();
  const { similarity, likes, dislikes, words = t("perfume.noData") } = dupe;
  const count = likes + dislikes;
  if (similarity === undefined) return <p className="score soft">{words}</p>;
  return (
    <p className="score soft">
      <b>{writePercent(figures, similarity)}</b>
      {` ${t("perfume.alike")}`}
      <br />
      {t("perfume.votes", { count, shown: writeNumber(figures, count) })}
    </p>
  );
}

interface LinkedDupe {
  marca: string;
  nombre: string;
  enlace?: string | undefined;
  price?: { link?: string } | undefined;
}

/** The dupe's link, else one from the template (RULES.md 1.8); null also when the price leads to the same shop. */
export function dupeShopLink(dupe: LinkedDupe, template: string | null): string | null {
  const link = dupe.enlace ?? fromTemplate(dupe, template);
  const isTwice = link !== null && leadsTo(dupe.price?.link, hostOf(link));
  return isTwice ? null : link;
}

/** Also through an affiliate's address. */
const leadsTo = (link = "", host: string) =>
  link
    .split(/\/\/|%2F%2F/iu)
    .slice(1)
    .map((address) => address.split(/[/?#:%]/u, 1)[0]!)
    .some((name) => name === host || name.endsWith(`.${host}`));

const fromTemplate = ({ marca, nombre }: LinkedDupe, template: string | null) =>
  template
    ?.replaceAll("{marca}", encodeURIComponent(marca))
    .replaceAll("{nombre}", encodeURIComponent(nombre)) ?? null;

const hostOf = (link: string) => /^https?:\/\/(?:www\.)?([^/?#]+)/u.exec(link)?.[1] ?? link;
