import { useWords } from "../../i18n/words.ts";
import type { ListedDupe } from "../../catalog/dupes.ts";
import { shopLink } from "../../catalog/shop-links.ts";
import type { Format } from "../../i18n/format.ts";
import { Bottle } from "../bottle.tsx";
import { Link } from "../link.tsx";
import { VoteButtons } from "./vote-buttons.tsx";

/** What a card shows of a dupe, its figures in the reader's digits; no similarity where nobody has voted (spec.md §2). */
export function presentDupe(
  { enlace, porcentaje, ...dupe }: ListedDupe,
  reviews: number,
  voto: 1 | -1 | undefined,
  format: Format,
  affiliateUrlTemplate: string | null,
) {
  const { marca, nombre, likes, dislikes } = dupe;
  const votes = likes + dislikes;
  return {
    ...dupe,
    voto,
    shop: shopLink({ marca, nombre, enlace }, affiliateUrlTemplate),
    shownLikes: format.number(likes),
    shownDislikes: format.number(dislikes),
    reviews: { count: reviews, shown: format.number(reviews) },
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

export type PresentedDupe = ReturnType<typeof presentDupe>;

/**
 * @param path the page's address without a language
 * @param original the name of the perfume that this may be like
 */
export function DupeCard({
  dupe,
  rank,
  path,
  original,
}: {
  dupe: PresentedDupe;
  rank: number;
  path: string;
  original: string;
}) {
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
          <VoteButtons dupe={dupe} original={original} />
          <Link className="small" to={`${path}?reviews=${dupe.id}#reviews`} preventScrollReset>
            {t("reviews.count", dupe.reviews)}
            <span className="unseen"> ({dupe.nombre})</span>
          </Link>
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

function Meter({ similarity }: { similarity: PresentedDupe["similarity"] }) {
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
