// Which ways of opening a perfume's page count as a view (RULES.md 3.1), in a browser that prefetches.
import type { Locator, Page } from "@playwright/test";
import type { Db } from "#db/database.ts";
import { connectTo } from "./database.ts";
import { launchOptions } from "../support/chromium.ts";
import { expect, test } from "./steps.ts";

// The full browser, because the headless shell has no back/forward cache.
test.use({ launchOptions });

let db: Db;
test.beforeAll(() => void (db = connectTo("sqlite")));
test.afterAll(() => db.destroy());

/** A brand's page has no scripts, so the browser itself follows its links. */
const brand = "/es/brand/parfums-de-marly";

/** @returns a link to a perfume on the brand's page; no other test opens it */
async function linkTo(page: Page, perfume: string): Promise<Locator> {
  await page.goto(brand);
  return page.getByRole("link", { name: perfume, exact: true });
}

const idOf = (path: string) => Number(/\d+$/.exec(path)![0]);

async function viewsOf(link: string): Promise<number> {
  const rows = await db
    .selectFrom("perfume_searches")
    .select("id")
    .where("perfume_id", "=", idOf(link))
    .execute();
  return rows.length;
}

/** Opens another perfume and waits for its row: rows are written in the order of the views, so earlier ones exist then. */
async function writtenSoFar(page: Page, control: string) {
  await page.goto(brand);
  const path = (await page.getByRole("link", { name: control, exact: true }).getAttribute("href"))!;
  const before = await viewsOf(path);
  await page.goto(path);
  await expect.poll(() => viewsOf(path)).toBe(before + 1);
}

/** Resolves when the browser has prefetched this page. */
function fetchedAhead(page: Page, path: string) {
  return page.waitForResponse(
    async (response) =>
      response.url().endsWith(path) &&
      (await response.request().headerValue("Sec-Purpose")) === "prefetch",
  );
}

type Open = (link: Locator, page: Page) => Promise<void>;
const ways: [name: string, perfume: string, control: string, open: Open][] = [
  [
    "hovered, fetched ahead, then clicked",
    "Althaïr",
    "Layton",
    async (link, page) => {
      const ahead = fetchedAhead(page, (await link.getAttribute("href"))!);
      await link.hover();
      await (await ahead).finished();
      await link.click();
    },
  ],
  ["tapped", "Carlisle", "Pegasus", (link) => link.tap()],
  [
    "chosen with the keyboard",
    "Delina",
    "Sedley",
    async (link) => {
      await link.focus();
      await link.press("Enter");
    },
  ],
];

for (const [way, perfume, control, open] of ways)
  test(`a perfume's page that was ${way} counts one view, and going back and forward none`, async ({
    page,
  }) => {
    const link = await linkTo(page, perfume);
    const path = (await link.getAttribute("href"))!;
    await open(link, page);
    await page.waitForURL(`**${path}`);
    await expect.poll(() => viewsOf(path)).toBe(1);
    await page.goBack();
    await page.waitForURL(`**${brand}`);
    await page.goForward();
    await page.waitForURL(`**${path}`);
    await page.reload();
    await writtenSoFar(page, control);
    expect(await viewsOf(path)).toBe(1);
  });

test("a prefetched perfume's page that is never shown does not count as a view", async ({
  page,
}) => {
  const link = await linkTo(page, "Greenley");
  const path = (await link.getAttribute("href"))!;
  const ahead = fetchedAhead(page, path);
  await link.hover();
  expect((await ahead).status()).toBe(200);
  await writtenSoFar(page, "Oriana");
  expect(await viewsOf(path)).toBe(0);
});
