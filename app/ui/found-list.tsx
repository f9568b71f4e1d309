import { numbersIn } from "#app/i18n/number-format.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/found.css?inline";
import { type Likeness, likenessOf } from "./likeness.ts";
import { Link } from "./link.tsx";
import { Sheet } from "./style-sheet.tsx";
import type { SearchResult } from "./use-found.ts";
import { optionId, type useSuggestions } from "./use-suggestions.ts";

type FoundListProps = Pick<
  ReturnType<typeof useSuggestions>,
  "answer" | "active" | "list" | "popup"
> & { label: string };

export function FoundList({ answer, active, list, popup, label }: FoundListProps) {
  const { t, language } = useTranslations();
  if (!answer) return null;
  const { found, text } = answer;
  const numbers = numbersIn(language);
  return (
    <>
      <Sheet name="found" css={css} />
      {found?.length ? (
        <div className="sheet found" aria-label={label} ref={popup} {...list}>
          {found.map((perfume, index) => (
            // An option that is a link too, so that it can be prefetched and opened in a new tab.
            <Link
              key={perfume.url}
              to={perfume.url}
              id={optionId(list.id, index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
            >
              {nameOf(perfume)} <span className="brand">{perfume.marca}</span>
              {perfume.near && <span className="small soft like">{t("search.near")}</span>}
              {perfume.notes && (
                <span className="small soft like">
                  {t("search.withNotes", { notes: perfume.notes })}
                </span>
              )}
              <Like likeness={likenessOf(perfume.dupe_of[0], perfume.best_dupe, numbers)} />
            </Link>
          ))}
        </div>
      ) : (
        <p className="sheet found" role="status" ref={popup}>
          {found ? t("search.none", { query: text }) : t("search.failed")}
          {found && <Link to={suggestPath(text)}>{t("suggest.perfume")}</Link>}
        </p>
      )}
    </>
  );
}

function nameOf({ nombre, pair_of, dupe_of }: SearchResult) {
  const original = dupe_of.find(({ id }) => id === pair_of);
  return original ? `${nombre} / ${original.nombre}` : nombre;
}

function Like({ likeness }: { likeness: Likeness | null }) {
  const { t } = useTranslations();
  return (
    likeness && <span className="small soft like">{t(likeness.text, { like: likeness.like })}</span>
  );
}

export const suggestPath = (query: string) =>
  `/?${new URLSearchParams({ ...(query && { q: query }), suggest: "perfume" })}#suggest`;
