import type { ResourceKey } from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { TranslationsContext } from "./i18n/translations.ts";
import { HydratedRouter } from "react-router/dom";
import { translator } from "./i18n/i18n.ts";
import { defaultLanguage, isLanguage } from "./i18n/languages.ts";

const words = import.meta.glob<ResourceKey>("./i18n/locales/*/ui.json", { import: "default" });

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : defaultLanguage;
const ui = await words[`./i18n/locales/${language}/ui.json`]!();

keepScroll();
keepTexts();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationsContext value={translator(language, { ui })}>
        <HydratedRouter />
      </TranslationsContext>
    </StrictMode>,
  );
});

/** The router scrolls to what it remembers of the page as it hydrates: let that be where the person is now. */
function keepScroll() {
  const name = "react-router-scroll-positions";
  const key: string = history.state?.key ?? "default";
  try {
    const positions = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.setItem(name, JSON.stringify({ ...positions, [key]: scrollY }));
  } catch {
    // Storage is forbidden: then nothing is remembered either.
  }
}

/**
 * Marks each textarea as written by hand (https://html.spec.whatwg.org/#concept-fe-dirty): React sets its default anew as it
 * takes it over, which then changes neither its text nor what is selected in it.
 */
function keepTexts() {
  for (const area of document.querySelectorAll("textarea")) {
    const { value } = area;
    area.value = value;
  }
}
