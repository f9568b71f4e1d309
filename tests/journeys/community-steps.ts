import type { Locator, Page } from "@playwright/test";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { fresh, type Member, signIn, test as base } from "./members.ts";
import { expect, hydrated } from "./steps.ts";

export { expect, hydrated, signIn };

/** A test's own perfume, with dupes that nobody else votes on. */
export interface Shelf {
  perfumeId: number;
  nombre: string;
  marca: string;
  /** its address without a language */
  path: string;
  dupes: { id: number; nombre: string; marca: string }[];
}

interface Own {
  complaints: string[];
  shelf: Shelf;
}

/** A test with its own perfume, two people and network address, so that it shares no limits or votes with other tests. */
export const test = base.extend<Own>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixtures that a fixture needs from the pattern
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    await use(newAddress(workerIndex));
  },
  complaints: async ({ complaints }, use) => {
    await use(complaints);
    // Chromium reports the status of the expected refusal.
    const own = complaints.filter((text) => !/status of (401|403|409|422|500|503)/u.test(text));
    complaints.splice(0, complaints.length, ...own);
  },
  shelf: async ({ db }, use, { workerIndex }) => {
    const nombre = fresh("Rosa", workerIndex).replaceAll("_", " ");
    const marca = "Casa Alba";
    const perfumeId = await addPerfume(db, marca, nombre);
    const dupes = [];
    // Equal votes, so that names decide the order and one more vote changes it.
    for (const name of ["Albor", "Brisa"]) {
      const votes = { likes: 3, dislikes: 1 };
      const id = await addDupe(db, perfumeId, "Taller Sur", name, votes);
      dupes.push({ id, nombre: name, marca: "Taller Sur" });
    }
    const slug = `casa-alba-${nombre.toLowerCase().replaceAll(" ", "-")}-${perfumeId}`;
    await use({ perfumeId, nombre, marca, path: `/perfume/${slug}`, dupes });
  },
});

let addresses = 0;
/** Headers of a client new to the site (in the range of RFC 2544, which nobody else uses). */
export function newAddress(worker: number): Record<string, string> {
  return { "X-Forwarded-For": `198.18.${worker % 256}.${++addresses % 256}` };
}

export const cardOf = (page: Page, dupe: { id: number }) => page.locator(`#dupe-${dupe.id}`);
/** Opens and closes a card's reviews. */
export const reviewsLinkOf = (card: Locator) => card.locator(".acts > a:first-of-type");
export const reviewsOf = (page: Page) => page.locator(".dupe #reviews");
/** Opens the form in which a dupe is suggested. */
export const suggestLinkOf = (page: Page) => page.locator("main a[href*='suggest=dupe']");
export const upOf = (card: Locator) => card.locator("button[value='1']");
export const downOf = (card: Locator) => card.locator("button[value='-1']");

/** Writes reviews of a dupe directly into the database, the last one newest. */
export async function addReviews(db: Db, dupe: { id: number }, author: Member, texts: string[]) {
  for (const [i, description] of texts.entries())
    await db
      .insertInto("dupe_reviews")
      .values({
        dupe_id: dupe.id,
        user_id: author.id,
        description,
        created_at: new Date(Date.UTC(2026, 2, 1 + i, 12)).toISOString(),
      })
      .execute();
}

/** Opens a page and waits until it has hydrated. */
export async function gotoHydrated(page: Page, path: string) {
  await page.goto(path);
  await page.keyboard.press("Tab");
  await hydrated(page);
}
