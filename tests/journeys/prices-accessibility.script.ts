import { addPrice } from "../support/prices.ts";
import { expectAccessible, sendRefused } from "./axe.ts";
import { expect, test } from "./community-steps.ts";
import { addUnpriced } from "./price-steps.ts";

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
