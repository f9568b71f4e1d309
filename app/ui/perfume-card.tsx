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
  /** a line about it, in the reader's language */
  says?: string;
  /** instead of the name */
  title?: string;
};

interface CardProps {
  perfume: PresentedCard;
  eager: boolean;
  /** false on the brand's own page */
  withBrand?: boolean;
}

export function PerfumeCard({ perfume, eager, withBrand = true }: CardProps) {
  const { t } = useTranslations();
  return (
    <li className="label pick">
      <PerfumePicture {...perfume} eager={eager} />
      <div className="text">
        <h3>
          <Link to={perfume.path}>{perfume.title ?? perfume.nombre}</Link>
        </h3>
        {withBrand && <p className="brand">{perfume.marca}</p>}
        {perfume.edition && <p className="small">{perfume.edition}</p>}
        {perfume.says && <p className="small">{perfume.says}</p>}
        {perfume.likeness && (
          <p className="small">{t(perfume.likeness.text, { like: perfume.likeness.like })}</p>
        )}
        {(perfume.dupes > 0 || !(perfume.likeness || perfume.says)) && (
          <p className="small soft">
            {t("perfume.dupes", { count: perfume.dupes, shown: perfume.shownDupes })}
          </p>
        )}
      </div>
    </li>
  );
}
