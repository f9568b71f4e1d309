import type { ResourceKey } from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { translator } from "./i18n/i18n.ts";
import { defaultLanguage, isLanguage } from "./i18n/languages.ts";

const words = import.meta.glob<ResourceKey>("./i18n/locales/*/ui.json", { import: "default" });

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : defaultLanguage;
const ui = await words[`./i18n/locales/${language}/ui.json`]!();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={translator(language, { ui })}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  );
});
