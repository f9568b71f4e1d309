import { translationsOf } from "../support/translations.ts";
import { cardOf, expect, signIn, test } from "./community-steps.ts";
import { addUnpriced } from "./price-steps.ts";

/** A shop of the starter catalogue. */
const shop = "druni.es";

const language = "de";
const { ui, messages, t } = translationsOf(language);

test("a shopper adds a price, finds it in the table, sorts by it and withdraws it", async ({
  page,
  db,
  member,
}) => {
  const { path, dupes } = await addUnpriced(db, member.name);
  const [dupe, other] = dupes;
  const card = cardOf(page, dupe);
  await signIn(page, member, `/${language}${path}?price=${dupe.bottle}`);
  const form = card.locator("#price");
  await form.getByLabel(ui.price.amount, { exact: true }).fill("nada");
  await form.getByLabel(ui.price.size).fill("105");
  await form.getByLabel(ui.price.shop).fill(`https://www.${shop}/albor`);
  await form.getByRole("button", { name: ui.price.submit }).click();
  await expect(form.getByRole("alert")).toContainText(messages.prices.errorAmount);
  await expect(form.getByLabel(ui.price.shop)).toHaveValue(`https://www.${shop}/albor`);
  await form.getByLabel(ui.price.amount, { exact: true }).fill("24,90");
  await form.getByRole("button", { name: ui.price.submit }).click();
  await expect(page.getByRole("status").first()).toHaveText(messages.prices.shown);
  await expect(card.locator("a.shop").first()).toHaveText("Druni");
  const table = card.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(2);
  expect(new URL(page.url()).hash).toBe(`#dupe-${dupe.id}`);

  await page.getByRole("link", { name: ui.price.cheapest }).click();
  await page.waitForURL(/sort=price/);
  await page.locator(".tools summary").click();
  await page.locator(".tools input[name=max]").fill("30");
  await page.getByRole("button", { name: ui.price.apply }).click();
  await page.waitForURL(/sort=price&max=30/);
  await expect(page.locator(".dupe")).toHaveCount(1);
  await expect(page.locator(".tools")).toContainText(t("price.unknown", { count: 1, shown: "1" }));
  await page.getByRole("link", { name: ui.price.reset }).click();
  await expect(cardOf(page, other)).toBeVisible();

  await card.locator(".amount").click();
  await table.getByRole("button", { name: ui.price.gone }).click();
  await expect(page.getByRole("status").first()).toHaveText(messages.prices.gone);
  await expect(card.getByText(ui.price.none)).toBeVisible();
});

test("only the language menu has flags", async ({ page, shelf }) => {
  await page.goto(`/es${shelf.path}?suggest=dupe`);
  const flags = await page
    .locator("dialog form")
    .evaluate((form) => getComputedStyle(form, "::before").backgroundImage);
  expect(flags).toBe("none");
});
