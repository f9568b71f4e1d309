import type { Locator, Page } from "@playwright/test";
import { type Language, languageCodes } from "#app/i18n/languages.ts";
import type { Db } from "#db/connect.ts";
import { connect } from "#db/open.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { addAccount, emailOf, password } from "../support/accounts.ts";
import { translationsOf } from "../support/translations.ts";
import { logIn } from "./account-steps.ts";
import { expect, hydrated, test as base } from "./steps.ts";

export { expect, hydrated, languageCodes };

/** A perfume of the test's own, with dupes that nobody else votes on. */
export interface Shelf {
  perfumeId: number;
  nombre: string;
  marca: string;
  /** its address without a language */
  path: string;
  dupes: { id: number; nombre: string; marca: string }[];
}

/** A person with an account. */
interface Member {
  id: string;
  /** the username that others see */
  name: string;
  email: string;
  password: string;
}

interface Own {
  complaints: string[];
  shelf: Shelf;
  member: Member;
  /** somebody else */
  other: Member;
}

let made = 0;
/** A word that no other test of the run has: workers count apart. */
const fresh = (word: string, worker: number) => `${word}_${worker}_${++made}`;

/**
 * A test with a perfume, two people and a network address of its own, so that it shares no limits and votes with other tests.
 */
export const test = base.extend<Own, { db: Db }>({
  db: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs
    async ({}, use) => {
      const db = connect(
        `file:${new URL("../../test-results/journeys.db", import.meta.url).pathname}`,
      );
      await use(db);
      await db.destroy();
    },
    { scope: "worker" },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    await use(newAddress(workerIndex));
  },
  complaints: async ({ complaints }, use) => {
    await use(complaints);
    // Chromium itself reports a refusal's true status.
    const own = complaints.filter((text) => !/status of (401|403|409|422|500|503)/u.test(text));
    complaints.splice(0, complaints.length, ...own);
  },
  shelf: async ({ db }, use, { workerIndex }) => {
    const nombre = fresh("Rosa", workerIndex).replaceAll("_", " ");
    const marca = "Casa Alba";
    const perfumeId = await addPerfume(db, marca, nombre);
    const dupes = [];
    // Alike in votes, so that the names order them and one vote more changes that.
    for (const name of ["Albor", "Brisa"]) {
      const votes = { likes: 3, dislikes: 1 };
      const id = await addDupe(db, perfumeId, "Taller Sur", name, votes);
      dupes.push({ id, nombre: name, marca: "Taller Sur" });
    }
    const slug = `casa-alba-${nombre.toLowerCase().replaceAll(" ", "-")}-${perfumeId}`;
    await use({ perfumeId, nombre, marca, path: `/perfume/${slug}`, dupes });
  },
  member: async ({ db }, use, { workerIndex }) => {
    await use(await addMember(db, fresh("ana", workerIndex)));
  },
  other: async ({ db }, use, { workerIndex }) => {
    await use(await addMember(db, fresh("leo", workerIndex)));
  },
});

async function addMember(db: Db, name: string): Promise<Member> {
  return { id: await addAccount(db, name), name, email: emailOf(name), password };
}

let addresses = 0;
/** Headers of a client that the site has not met (RFC 2544's range, which nobody else has). */
export function newAddress(worker: number): Record<string, string> {
  return { "X-Forwarded-For": `198.18.${worker % 256}.${++addresses % 256}` };
}

/** Signs in and goes to a place of the site. */
export async function signIn(page: Page, member: Member, to: string) {
  const language = to.slice(1, 3) as Language;
  await page.goto(`/${language}/auth?${new URLSearchParams({ redirectTo: to })}`);
  await logIn(page, translationsOf(language), member);
  await page.waitForURL((url) => url.pathname + url.search + url.hash === to);
}

export const cardOf = (page: Page, dupe: { id: number }) => page.locator(`#dupe-${dupe.id}`);
/** Opens and closes a card's reviews. */
export const reviewsLinkOf = (card: Locator) => card.locator(".votes > a");
export const reviewsOf = (page: Page) => page.locator(".dupe #reviews");
/** Opens the form in which a dupe is suggested. */
export const suggestLinkOf = (page: Page) => page.locator("main a[href*='suggest=dupe']");
export const upOf = (card: Locator) => card.locator("button[value='1']");
export const downOf = (card: Locator) => card.locator("button[value='-1']");

/** Writes reviews of a dupe straight into the database, the last one the newest. */
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

/** Goes to a page and waits until it has hydrate. */
export async function gotoHydrated(page: Page, path: string) {
  await page.goto(path);
  await page.keyboard.press("Tab");
  await hydrated(page);
}
