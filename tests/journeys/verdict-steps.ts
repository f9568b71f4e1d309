import type { Locator, Page } from "@playwright/test";
import type { Translations } from "../support/translations.ts";

/** Leads from a card to the page of the dupe beside its original. */
export const compareLinkOf = (card: Locator, { t }: Translations) =>
  card.getByRole("link", { name: t("perfume.compare") });

/** What a card says that people or sources say. */
export const saidOn = (card: Locator) => card.locator(".said > :not(.soft)");

/** On a pair's page, what people say, and the form. */
export const verdictOf = (page: Page) => page.locator("#verdict");
