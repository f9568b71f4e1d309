import type pages from "#app/i18n/locales/es/pages.json";

/** The texts of `/shelf`. The loader sends them, because browsers do not load pages.json. */
export type ShelfTexts = (typeof pages)["shelf"];
