import { useTranslations } from "#app/i18n/translations.ts";
import type { PerfumeCard as Card } from "#app/domain/catalog/perfumes.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Format } from "#app/i18n/format.ts";
import type { Likeness } from "./likeness.ts";
import { PerfumePicture } from "./perfume-picture.tsx";
import { Link } from "./link.tsx";

export function presentCard(perfume: Card, format: Format) {
  const { marca, nombre, foto, dupes } = perfume;
  const path = perfumePath(perfume);
  return { marca, nombre, foto, dupes, path, shownDupes: format.number(dupes) };
}

export type PresentedCard = ReturnType<typeof presentCard> & {
  likeness?: Likeness;
  edition?: string;
  says?: string;
  title?: string;
  /** of the bottle itself: "104,00 € · 100 ml" */
  price?: string;
  /** by the dupe that it names, per ml (RULES.md 4.5) */
  saved?: string;
};

interface CardProps {
  perfume: PresentedCard;
  eager: boolean;
  /** false on the brand's own page */
  withBrand?: boolean;
}

export function PerfumeCard({ perfume, eager, withBrand = true }: CardProps) {
  const { t } = useTranslations();
  const { price, dupes, shownDupes, likeness, says } = perfume;
  const count =
    (dupes > 0 || !(likeness || says)) &&
    t(likeness || says ? "perfume.dupes" : "perfume.possible", { count: dupes, shown: shownDupes });
  const line = [price, count].filter(Boolean).join(" · ");
  return (
    <li className="label pick">
      <PerfumePicture {...perfume} eager={eager} />
      <div className="text">
        <h3>
          <Link to={perfume.path}>{perfume.title ?? perfume.nombre}</Link>
        </h3>
        {withBrand && <p className="brand">{perfume.marca}</p>}
        {perfume.edition && <p className="small">{perfume.edition}</p>}
        {says && <p className="small">{says}</p>}
        {line && <p className="small soft">{line}</p>}
        {likeness && (
          <p className="small">
            {t(likeness.text, { like: likeness.like })}
            {perfume.saved && <b> {perfume.saved}</b>}
          </p>
        )}
      </div>
    </li>
  );
}
