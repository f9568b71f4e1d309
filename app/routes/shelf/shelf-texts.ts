import type pages from "#app/i18n/locales/es/pages.json";

/** The texts of `/shelf`. They come from the loader, because browsers load no page texts otherwise. */
export type ShelfTexts = (typeof pages)["shelf"];
