import { useWords } from "../../i18n/words.ts";
import { Bottle } from "../bottle.tsx";
import { Link } from "../link.tsx";

/**
 * What the page is about: the title with the number of dupes, an introduction, the original.
 * @param house the address of the original's house, without a language
 */
export function Masthead({
  perfume,
  count,
  house,
}: {
  perfume: { marca: string; nombre: string; foto: string | null };
  count: { count: number; shown: string };
  house: string;
}) {
  const { t } = useWords();
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
        <Bottle {...perfume} eager />
        <div className="text">
          <p className="small soft">{t("perfume.original")}</p>
          <h2>{nombre}</h2>
          <p className="brand">
            <Link to={house}>{marca}</Link>
          </p>
        </div>
      </div>
    </div>
  );
}
