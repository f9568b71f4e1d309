import type { AlsoDupe, Linked } from "#app/domain/catalog/next-bottles.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";

interface RelatedProps {
  marca: string;
  /** path of the brand's page, without language */
  brand: string;
  also?: AlsoDupe[];
  dupes?: Linked[];
  siblings?: { id: number; nombre: string }[];
  next?: Linked | undefined;
}

/** Links to other perfumes (RULES.md 1.12). */
export function Related({ marca, brand, also, dupes, siblings, next }: RelatedProps) {
  const { t } = useTranslations();
  return (
    <div className="related">
      {also && (
        <section>
          <h2>{t("related.also")}</h2>
          <dl>
            {also.map(({ marca, nombre, originals }) => (
              <div key={`${nombre} ${marca}`}>
                <dt className="soft">
                  {nombre} <span className="small">{marca}</span>
                </dt>
                {originals.map((original) => (
                  <dd key={original.id}>
                    <BottleLink {...original} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </section>
      )}
      {dupes && (
        <section>
          <h2>{t("related.dupes")}</h2>
          <ul>
            {dupes.map((dupe) => (
              <li key={dupe.id}>
                <BottleLink {...dupe} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {siblings && (
        <section>
          <h2>
            <Link to={brand}>{t("related.others", { marca })}</Link>
          </h2>
          <ul>
            {siblings.map((one) => (
              <li key={one.id}>
                <Link to={perfumePath({ ...one, marca })}>{one.nombre}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {next && (
        <p>
          <span className="small soft">{t("related.next")}</span> <BottleLink {...next} />
        </p>
      )}
    </div>
  );
}

function BottleLink(bottle: Linked) {
  return (
    <>
      <Link to={perfumePath(bottle)}>{bottle.nombre}</Link>{" "}
      <span className="small soft">{bottle.marca}</span>
    </>
  );
}
