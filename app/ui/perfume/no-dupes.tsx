import { useTranslations } from "../../i18n/translations.ts";
import { Bottle } from "../bottle/bottle.tsx";
import { Link } from "../link.tsx";
import { PerfumePicture } from "../perfume-picture.tsx";
import css from "../../styles/empty.css?inline";
import { Sheet } from "../style-sheet.tsx";

/** Stands in place of the dupes that nobody knows yet: the bottle beside the outline of its double, and the way to suggest one. */
export function NoDupes({
  perfume,
  path,
}: {
  perfume: { marca: string; nombre: string; foto: string | null };
  path: string;
}) {
  const { t } = useTranslations();
  return (
    <section className="label empty" aria-labelledby="dupes-title">
      <Sheet name="empty" css={css} />
      <div className="pair">
        <PerfumePicture {...perfume} />
        <div className="tile ghost">
          <Bottle {...perfume} />
        </div>
      </div>
      <h2 id="dupes-title">{t("perfume.none")}</h2>
      <p>{t("perfume.noneText")}</p>
      <Link className="button main" to={`${path}?suggest=dupe#suggest`} preventScrollReset>
        {t("suggest.dupe")}
      </Link>
    </section>
  );
}
