import { expect, test } from "./steps.ts";

test("the footer of a cached page also sets the language, but only when used", async ({ page }) => {
  await page.goto("/de/about");
  await page.goto("/es/about");
  const link = page.locator("footer").getByRole("link", { name: "Deutsch" });
  await link.hover();
  await page.goto("/blog");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.locator("footer").getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL("**/de/blog");
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});
