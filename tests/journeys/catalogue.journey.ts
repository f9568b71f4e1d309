import { expect, search, test } from "./steps.ts";

test("a shopper searches with a typing mistake and sees the dupes in order", async ({ page }) => {
  await page.goto("/es");
  await search(page, "bacarat rouge");
  await expect(
    page.getByRole("listitem").filter({ hasText: "Baccarat Rouge 540" }).first(),
  ).toBeVisible();
  await page.getByRole("link", { name: "Baccarat Rouge 540", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Perfumes parecidos a Baccarat Rouge 540",
  );
  const figures = (await page.locator(".dupe .meter b:not(.none)").allTextContents()).map(
    Number.parseFloat,
  );
  expect(figures.length).toBeGreaterThan(5);
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
});

test("a shopper goes from the grid to a perfume and back", async ({ page }) => {
  await page.goto("/it");
  const first = page.locator(".grid a").first();
  const name = await first.textContent();
  await first.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name!);
  await page.getByRole("link", { name: "Indietro" }).click();
  await page.waitForURL("**/it#explore");
});

test("a shopper changes the language and stays on the same page", async ({ page }) => {
  await page.goto("/es");
  await page.locator(".grid a").first().click();
  await page.waitForURL("**/es/perfume/**");
  const path = new URL(page.url()).pathname;
  await page.locator("summary", { hasText: "ES" }).click();
  await page.getByRole("button", { name: /Deutsch/ }).click();
  await page.waitForURL(`**${path.replace("/es/", "/de/")}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("a search without results offers to suggest a perfume", async ({ page }) => {
  await page.goto("/en");
  await search(page, "qzxwvk plmokn");
  await expect(page.getByRole("heading", { name: /No perfume found/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Suggest a perfume" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Perfume name" })).toHaveValue("qzxwvk plmokn");
});

test("the menu of a narrow screen opens and its links work", async ({ page }) => {
  await page.goto("/fr/about");
  await page.locator("summary", { hasText: "Menu" }).click();
  await page.getByRole("link", { name: "Comment ça marche" }).click();
  await page.waitForURL("**/fr#how");
  await expect(page.getByRole("heading", { name: "Comment ça marche" })).toBeInViewport();
  await expect(page.locator("details.narrow")).not.toHaveAttribute("open");
});

test('"read more" opens the text of the blog\'s post', async ({ page }) => {
  await page.goto("/pt/blog");
  const teaser = page.locator("details p").last();
  await expect(teaser).toBeHidden();
  await page.getByText("Ler mais").click();
  await expect(teaser).toBeVisible();
});

test("the 404 page links home", async ({ page, complaints }) => {
  await page.goto("/en/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await page.getByRole("link", { name: "Back to home" }).click();
  await page.waitForURL("**/en");
  // Chromium itself reports the 404.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("404"))).toEqual([]);
});
