import { useWords } from "../i18n/words.ts";
import type { ListedDupe } from "../catalog/dupes.ts";
import { shopLink } from "../catalog/shop-links.ts";
import type { Format } from "../i18n/format.ts";
import { Bottle } from "./bottle.tsx";
import { Icon } from "./icons.tsx";

/** What a card shows of a dupe, its figures in the reader's digits; no similarity where nobody has voted (spec.md §2). */
export function presentDupe(
  { enlace, ...dupe }: ListedDupe,
  format: Format,
  affiliateUrlTemplate: string | null,
) {
  const { id, marca, nombre, foto, porcentaje, likes, dislikes } = dupe;
  const votes = likes + dislikes;
  return {
    id,
    marca,
    nombre,
    foto,
    shop: shopLink({ marca, nombre, enlace }, affiliateUrlTemplate),
    likes: format.number(likes),
    dislikes: format.number(dislikes),
    similarity:
      votes > 0
        ? {
            value: porcentaje,
            shown: format.percent(porcentaje),
            votes,
            shownVotes: format.number(votes),
          }
        : null,
  };
}

export function DupeCard({ dupe, rank }: { dupe: ReturnType<typeof presentDupe>; rank: number }) {
  const { t } = useWords();
  return (
    <li className="label dupe" id={`dupe-${dupe.id}`}>
      <div className="picture">
        <span className="rank">{rank}</span>
        <Bottle {...dupe} />
      </div>
      <div className="text">
        <div>
          <h3>{dupe.nombre}</h3>
          <p className="brand">{dupe.marca}</p>
        </div>
        <Meter similarity={dupe.similarity} />
        <div className="votes">
          <span className="vote">
            <Icon name="thumb-up" size={18} />
            <span className="unseen">{t("perfume.likes", { shown: dupe.likes })}</span>
            <span aria-hidden="true">{dupe.likes}</span>
          </span>
          <span className="vote">
            <Icon name="thumb-down" size={18} />
            <span className="unseen">{t("perfume.dislikes", { shown: dupe.dislikes })}</span>
            <span aria-hidden="true">{dupe.dislikes}</span>
          </span>
          {dupe.shop && (
            <a
              className="small"
              href={dupe.shop}
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

function Meter({ similarity }: { similarity: ReturnType<typeof presentDupe>["similarity"] }) {
  const { t } = useWords();
  const label = t("perfume.similarity");
  if (!similarity)
    return (
      <div className="meter">
        <span className="small soft">{label}</span>
        <b className="none">{t("perfume.noData")}</b>
        <Bar value={0} />
      </div>
    );
  return (
    <div className="meter">
      <span className="small soft">
        {label} · {t("perfume.votes", { count: similarity.votes, shown: similarity.shownVotes })}
      </span>
      <b>{similarity.shown}</b>
      <Bar value={similarity.value} />
    </div>
  );
}

/** @param value whole per cent */
function Bar({ value }: { value: number }) {
  return (
    <svg className="bar" aria-hidden="true">
      <rect width={`${value}%`} height="6" />
    </svg>
  );
}
