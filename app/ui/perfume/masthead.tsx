import { useTranslations } from "../../i18n/translations.ts";
import { PerfumePicture } from "../perfume-picture.tsx";
import { Link } from "../link.tsx";

/** Title with the number of dupes, introduction, the perfume. @param props.brand the path of its brand, without a language */
export function Masthead({
  perfume,
  count,
  brand,
}: {
  perfume: { marca: string; nombre: string; foto: string | null };
  count: { count: number; shown: string };
  brand: string;
}) {
  const { t } = useTranslations();
  const { marca, nombre } = perfume;
  const some = count.count > 0;
  return (
    <div className="head">
      <div className="intro">
        <h1>
          {some ? t("perfume.title", { nombre, ...count }) : t("perfume.titleNone", { nombre })}
        </h1>
        <p className="soft">{t(some ? "perfume.intro" : "perfume.introNone", { marca, nombre })}</p>
      </div>
      <div className="label original">
        <PerfumePicture {...perfume} eager />
        <div className="text">
          <p className="small soft">{t("perfume.original")}</p>
          <h2>{nombre}</h2>
          <p className="brand">
            <Link to={brand}>{marca}</Link>
          </p>
        </div>
      </div>
    </div>
  );
}
