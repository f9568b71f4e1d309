import { useTranslations } from "../i18n/translations.ts";
import { Form } from "react-router";
import { inLanguage } from "../i18n/paths.ts";
import { Icon } from "./icons.tsx";
import { Link } from "./link.tsx";
import { optionId, useSuggestions } from "./use-suggestions.ts";

/** Enter shows the results on the page; with JavaScript a list opens while typing (ARIA combobox, w3.org/WAI/ARIA/apg). */
export function SearchBox({ query }: { query: string }) {
  const { t, language } = useTranslations();
  const { form, input, list, answer, active } = useSuggestions(query, language);
  return (
    <Form className="search" role="search" action={inLanguage(language, "/")} {...form}>
      <input
        type="search"
        name="q"
        defaultValue={query}
        placeholder={t("search.placeholder")}
        aria-label={t("search.label")}
        minLength={2}
        maxLength={100}
        required
        autoComplete="off"
        enterKeyHint="search"
        {...input}
      />
      <button>
        <Icon name="search" />
        <span className="unseen">{t("search.submit")}</span>
      </button>
      {answer && answer.found.length === 0 && (
        <p className="label found" role="status">
          {t("search.none", { query: answer.text })}
        </p>
      )}
      {answer && answer.found.length > 0 && (
        <ul className="label found" aria-label={t("search.label")} {...list}>
          {answer.found.map((perfume, index) => (
            <li
              key={perfume.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
            >
              <Link to={perfume.url} tabIndex={-1}>
                {perfume.nombre} <span className="brand">{perfume.marca}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}
