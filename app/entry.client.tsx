import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { receiveData } from "./http/browser/handoff.ts";
import { scrollStorageKey } from "./http/browser/react-router-internals.ts";
import { browserTranslator } from "./i18n/browser-translator.ts";
import { defaultLanguage, isLanguage } from "./i18n/languages.ts";
import type spanish from "./i18n/locales/es/ui.json";
import { TranslationsContext } from "./i18n/translations.ts";

const texts = import.meta.glob<typeof spanish>("./i18n/locales/*/ui.json", { import: "default" });

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : defaultLanguage;

// Not awaited: the page's script, which imports this module, holds its data.
void texts[`./i18n/locales/${language}/ui.json`]!().then(hydrate);

function hydrate(ui: typeof spanish) {
  receiveData(window as object);
  keepScroll();
  keepTexts();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TranslationsContext value={browserTranslator(language, ui)}>
          <HydratedRouter />
        </TranslationsContext>
      </StrictMode>,
    );
  });
}

/** The router restores the stored scroll position as it hydrates, so this stores the current one. */
function keepScroll() {
  const key: string = history.state?.key ?? "default";
  try {
    const positions = JSON.parse(sessionStorage.getItem(scrollStorageKey) ?? "{}");
    sessionStorage.setItem(scrollStorageKey, JSON.stringify({ ...positions, [key]: scrollY }));
  } catch {
    // Storage is blocked, so the router remembers nothing either.
  }
}

/** Sets each textarea's dirty flag (HTML §4.10.11), so that React's default value changes neither its text nor its selection. */
function keepTexts() {
  for (const area of document.querySelectorAll("textarea")) {
    const { value } = area;
    area.value = value;
  }
}
