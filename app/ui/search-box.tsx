import { useTranslations } from "#app/i18n/translations.ts";
import { Form } from "react-router";
import { formatIn } from "#app/i18n/format.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import css from "#app/styles/found.css?inline";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icons.tsx";
import { Link } from "./link.tsx";
import { type Likeness, likenessOf } from "./likeness.ts";
import { Sheet } from "./style-sheet.tsx";
import { optionId, useSuggestions } from "./use-suggestions.ts";

const limits = {
  minLength: 2,
  maxLength: 100,
  required: true,
  autoComplete: "off",
  enterKeyHint: "search",
} as const;

/**
 * Enter shows the results on home; with JavaScript a list opens while typing (ARIA combobox, w3.org/WAI/ARIA/apg).
 * @param props.query what was searched for on this page
 * @param props.inHeader for the one in every page's header, which has its own names and ids
 */
export function SearchBox({ query, inHeader = false }: { query: string; inHeader?: boolean }) {
  const { t, language } = useTranslations();
  const format = formatIn(language);
  const listId = inHeader ? "found-top" : "found";
  const label = inHeader ? t("search.label") : t("home.exploreTitle");
  const suggestions = useSuggestions(query, language, listId);
  const { form, input, combobox, list, popup, answer, active } = suggestions;
  // Not in the header before it hydrates: there every byte is one of every page.
  const comfort = (useHydrated() || !inHeader) && { ...limits, ...combobox };
  return (
    <Form
      className={answer ? "label search open" : "label search"}
      role="search"
      aria-label={inHeader ? undefined : label}
      action={inLanguage(language, "/")}
      discover="none"
      // The press of its button leaves the focus in the form where a press moves it to no button (Safari).
      tabIndex={-1}
      {...form}
    >
      <input
        type="search"
        name="q"
        placeholder={inHeader ? label : t("search.placeholder")}
        aria-label={label}
        {...(query && { defaultValue: query })}
        {...comfort}
        {...input}
      />
      <button>
        <Icon name="search" />
        <span className="unseen">{t("search.submit")}</span>
      </button>
      {answer && <Sheet name="found" css={css} />}
      {answer && !answer.found?.length && (
        <p className="sheet found" role="status" ref={popup}>
          {answer.found ? t("search.none", { query: answer.text }) : t("search.failed")}
          {answer.found && <Link to={suggestPath(answer.text)}>{t("suggest.perfume")}</Link>}
        </p>
      )}
      {answer && answer.found && answer.found.length > 0 && (
        <div className="sheet found" aria-label={label} ref={popup} {...list}>
          {answer.found.map((perfume, index) => (
            // A link that is an option, for what browsers can do with links: another tab, fetching ahead.
            <Link
              key={perfume.id}
              to={perfume.url}
              id={optionId(listId, index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
            >
              {perfume.nombre} <span className="brand">{perfume.marca}</span>
              <Like likeness={likenessOf(perfume.dupe_of[0], perfume.best_dupe, format)} />
            </Link>
          ))}
        </div>
      )}
    </Form>
  );
}

function Like({ likeness }: { likeness: Likeness | null }) {
  const { t } = useTranslations();
  return (
    likeness && <span className="small soft like">{t(likeness.text, { like: likeness.like })}</span>
  );
}

/** @returns the address of the form to suggest a perfume, with what was typed filled in; without a language */
export const suggestPath = (query: string) =>
  `/?${new URLSearchParams({ ...(query && { q: query }), suggest: "perfume" })}#suggest`;
