import type { Locator, Page } from "@playwright/test";
import { cardOf, type Shelf } from "./community-steps.ts";
import type { Translations } from "../support/translations.ts";

/** Opens what people say of a dupe, and closes it. */
export const verdictLinkOf = (card: Locator) => card.locator(".acts > a:not([href*='reviews='])");

/** What people say of a shelf's dupe, opened in its card. */
export const verdictOf = (page: Page, { nombre, dupes: [dupe] }: Shelf, { t }: Translations) =>
  cardOf(page, dupe!).getByRole("region", {
    name: t("pages:verdict.title", { dupe: dupe!.nombre, original: nombre }),
  });
