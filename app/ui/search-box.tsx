import { Form } from "react-router";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { FoundList } from "./found-list.tsx";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icons.tsx";
import { useSuggestions } from "./use-suggestions.ts";

const limits = {
  minLength: 2,
  maxLength: 100,
  required: true,
  autoComplete: "off",
  enterKeyHint: "search",
} as const;

export function SearchBox({ query, inHeader = false }: { query: string; inHeader?: boolean }) {
  const { t, language } = useTranslations();
  const label = inHeader ? t("search.label") : t("home.exploreTitle");
  const listId = inHeader ? "found-top" : "found";
  const { form, input, combobox, ...shown } = useSuggestions(query, language, listId);
  // Before hydration not in the header, where they would cost every page bytes.
  const isWhole = useHydrated() || !inHeader;
  const comfort = isWhole && { ...limits, ...combobox };
  return (
    <Form
      className={shown.answer ? "label search open" : "label search"}
      role="search"
      aria-label={inHeader ? undefined : label}
      action={inLanguage(language, "/")}
      discover="none"
      // Keeps the focus in the form when its button is pressed in Safari, which does not focus buttons.
      tabIndex={-1}
      // The page says what is too short, in its own language.
      noValidate={isWhole}
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
      <FoundList {...shown} label={label} />
    </Form>
  );
}
