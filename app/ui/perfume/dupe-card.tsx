import { useTranslations } from "../../i18n/translations.ts";
import type { ListedDupe } from "../../catalog/dupes.ts";
import { shopLink } from "../../catalog/shop-links.ts";
import { PerfumePicture } from "../perfume-picture.tsx";
import { type Figures, writeNumber, writePercent } from "../figures.ts";
import { Link } from "../link.tsx";
import { VoteButtons } from "./vote-buttons.tsx";

/** @returns what a card shows of a dupe and no more, because pages contain it twice; no similarity without votes (RULES.md 5.3) */
export function presentDupe(
  { foto, enlace, porcentaje, ...dupe }: ListedDupe,
  voto: 1 | -1 | undefined,
) {
  return {
    ...dupe,
    ...(foto !== null && { foto }),
    ...(enlace !== null && { enlace }),
    ...(voto && { voto }),
    ...(dupe.likes + dupe.dislikes > 0 && { porcentaje }),
  };
}

export type PresentedDupe = ReturnType<typeof presentDupe>;

export interface DupesPage {
  path: string;
  original: string;
  figures: Figures;
  /** the template of shop links, for dupes without their own */
  shop: string | null;
}

/** A dupe: picture, similarity, votes, links. @param props.rank its place in the list, from 1 */
export function DupeCard({
  dupe,
  rank,
  ...page
}: {
  dupe: PresentedDupe;
  rank: number;
} & DupesPage) {
  const { t } = useTranslations();
  const { path, original, figures, shop: template } = page;
  const shop = shopLink({ enlace: null, ...dupe }, template);
  return (
    <li className="label dupe" id={`dupe-${dupe.id}`}>
      <div className="picture">
        <span className="rank">{rank}</span>
        <PerfumePicture foto={null} {...dupe} />
      </div>
      <div className="text">
        <div>
          <h3>{dupe.nombre}</h3>
          <p className="brand">{dupe.marca}</p>
        </div>
        <Meter dupe={dupe} figures={figures} />
        <div className="votes">
          <VoteButtons dupe={dupe} original={original} figures={figures} />
          <Link className="small" to={`${path}?reviews=${dupe.id}#reviews`} preventScrollReset>
            {t("reviews.count", {
              count: dupe.reviews,
              shown: writeNumber(figures, dupe.reviews),
            })}
            <span className="unseen">{` (${dupe.nombre})`}</span>
          </Link>
          {shop && (
            <a
              className="small"
              href={shop}
              rel="sponsored nofollow noopener"
              target="_blank"
              title={t("perfume.shopNote")}
            >
              {t("perfume.shop")}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

function Meter({ dupe, figures }: { dupe: PresentedDupe; figures: Figures }) {
  const { t } = useTranslations();
  const { porcentaje } = dupe;
  const label = t("perfume.similarity");
  if (porcentaje === undefined)
    return (
      <div className="meter">
        <span className="small soft">{label}</span> <b className="none">{t("perfume.noData")}</b>
        <Bar value={0} />
      </div>
    );
  const count = dupe.likes + dupe.dislikes;
  return (
    <div className="meter">
      <span className="small soft">
        {`${label} · ${t("perfume.votes", { count, shown: writeNumber(figures, count) })}`}
      </span>{" "}
      <b>{writePercent(figures, porcentaje)}</b>
      <Bar value={porcentaje} />
    </div>
  );
}

function Bar({ value }: { value: number }) {
  return (
    <svg className="bar" height="6" aria-hidden="true">
      <rect width={`${value}%`} height="6" />
    </svg>
  );
}
