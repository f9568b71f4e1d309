import { expect, test } from "./steps.ts";

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
