import type pages from "#app/i18n/locales/es/pages.json";

/** The texts of `/shelf`; from its loader, because browsers load those of no other page. */
export type ShelfTexts = (typeof pages)["shelf"];
