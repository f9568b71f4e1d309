import { brandPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import emptyCss from "#app/styles/empty.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import { Bottle } from "#app/ui/bottle/bottle.tsx";
import { Link } from "#app/ui/link.tsx";
import { PerfumeCard, type PresentedCard } from "#app/ui/perfume-card.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { SuggestMissing } from "./suggest-on-demand.tsx";

/** Where to go when a search found nothing (RULES.md 2.1). */
export interface Nothing {
  near: { id: number; marca: string; nombre: string }[];
  /** the brand named in the query, with its slug; null if there is none */
  brand: { marca: string; slug: string } | null;
  popular: PresentedCard[];
}

interface NothingFoundProps extends Nothing {
  query: string;
  /** values already filled in; null when the form is open elsewhere on the page */
  typed: { marca: string; nombre: string } | null;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

export function NothingFound({ query, near, brand, popular, typed, ...form }: NothingFoundProps) {
  const { t } = useTranslations();
  return (
    <>
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="empty" css={emptyCss} />
      <div className="label empty">
        <Bottle marca={query} nombre={query} />
        <div className="tell" role="status">
          <h2>{t("search.none", { query })}</h2>
          <p className="soft">{t("search.noneHint")}</p>
        </div>
        {(near.length > 0 || brand) && (
          <nav aria-labelledby={near.length > 0 ? "near" : undefined}>
            {near.length > 0 && <h3 id="near">{t("nothing.near")}</h3>}
            <ul className="near">
              {near.map((bottle) => (
                <li key={bottle.id}>
                  <Link to={perfumePath(bottle)}>
                    {bottle.nombre} <span className="brand">{bottle.marca}</span>
                  </Link>
                </li>
              ))}
              {brand && (
                <li>
                  <Link to={brandPath(brand.slug)}>
                    {t("nothing.brand", { marca: brand.marca })}
                  </Link>
                </li>
              )}
            </ul>
          </nav>
        )}
      </div>
      {typed && <SuggestMissing typed={typed} {...form} />}
      {popular.length > 0 && (
        <>
          <h2>{t("nothing.popular")}</h2>
          <ul className="grid">
            {popular.map((perfume) => (
              <PerfumeCard key={perfume.path} perfume={perfume} eager={false} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
