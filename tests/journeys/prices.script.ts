import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { addPrice } from "../support/prices.ts";
import { expectAccessible, sendRefused } from "./axe.ts";
import { translationsOf } from "../support/translations.ts";
import { cardOf, expect, signIn, test } from "./community-steps.ts";

/** A shop of the starter catalogue. */
const shop = "druni.es";

const language = "de";
const { ui, messages, t } = translationsOf(language);

/** A perfume with two dupes whose prices no other test reports. @param name a word that no other test uses */
async function addUnpriced(db: Db, name: string) {
  const [marca, nombre] = ["Casa Alba", `Precio ${name.replaceAll("_", " ")}`];
  const id = await addPerfume(db, marca, nombre);
  const dupes = [];
  for (const word of ["Albor", "Brisa"]) {
    const dupe = await addDupe(db, id, "Taller Sur", `${word} ${nombre}`, { likes: 3 });
    const { dupe_perfume_id: bottle } = await db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .where("id", "=", dupe)
      .executeTakeFirstOrThrow();
    dupes.push({ id: dupe, bottle });
  }
  await catalogChanged(db);
  return { id, path: perfumePath({ id, marca, nombre }), dupes: dupes as [Priced, Priced] };
}

interface Priced {
  /** the dupe's */
  id: number;
  bottle: number;
}

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

test("axe finds nothing in prices, their table, their form and their bar", async ({
  page,
  db,
  member,
}) => {
  const { id, path, dupes } = await addUnpriced(db, member.name);
  const { bottle } = dupes[0];
  const now = new Date();
  await addPrice(db, id, 18_995, now, { shop: "druni.es" });
  await addPrice(db, bottle, 2490, now, { shop: "druni.es" });
  await addPrice(db, bottle, 1290, now, { kind: "tester", shop: "Perfumería Pepa" });
  const address = `/de${path}`;
  await page.goto(address);
  await expect(page.locator(".answers")).toBeVisible();
  await expectAccessible(page, "prices");
  await page.goto(`${address}?prices=${bottle}`);
  await expect(page.getByRole("table")).toBeVisible();
  await expectAccessible(page, "price table");
  await page.goto(`${address}?prices=${id}&sort=price&max=x`);
  await expectAccessible(page, "own price table, bar refused");
  await page.goto(`${address}?sort=price&max=1`);
  await expect(page.locator(".dupe")).toHaveCount(0);
  await expectAccessible(page, "everything filtered out");
  await page.goto(`${address}?price=${bottle}`);
  await expectAccessible(page, "price form");
  await sendRefused(page);
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page, "price form, refused");
});

test("only the language menu has flags", async ({ page, shelf }) => {
  await page.goto(`/es${shelf.path}?suggest=dupe`);
  const flags = await page
    .locator("dialog form")
    .evaluate((form) => getComputedStyle(form, "::before").backgroundImage);
  expect(flags).toBe("none");
});
