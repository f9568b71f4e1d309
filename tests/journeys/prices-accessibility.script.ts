import { catalogueChanged } from "#db/catalogue/version.ts";
import { addPrice } from "../support/prices.ts";
import { everyLook, expectAccessible, sendRefused } from "./axe.ts";
import { expect, languageCodes, test } from "./community-steps.ts";

test.describe.configure({ timeout: 120_000 });

for (const language of languageCodes)
  test(`axe finds nothing in prices, their table, their form and their bar in ${language}, ${everyLook}`, async ({
    page,
    shelf,
    db,
  }) => {
    const [dupe] = shelf.dupes;
    const { dupe_perfume_id: bottle } = await db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .where("id", "=", dupe!.id)
      .executeTakeFirstOrThrow();
    const now = new Date();
    await addPrice(db, shelf.perfumeId, 18_995, now, { shop: "druni.es" });
    await addPrice(db, bottle, 2490, now, { shop: "druni.es" });
    await addPrice(db, bottle, 1290, now, { kind: "tester", shop: "Perfumería Pepa" });
    await catalogueChanged(db);
    const address = `/${language}${shelf.path}`;
    await page.goto(address);
    await expect(page.locator(".answers")).toBeVisible();
    await expectAccessible(page, "prices");
    await page.goto(`${address}?prices=${bottle}`);
    await expect(page.getByRole("table")).toBeVisible();
    await expectAccessible(page, "price table");
    await page.goto(`${address}?prices=${shelf.perfumeId}&sort=price&max=x`);
    await expectAccessible(page, "own price table, bar refused", "error");
    await page.goto(`${address}?sort=price&max=1`);
    await expect(page.locator(".dupe")).toHaveCount(0);
    await expectAccessible(page, "everything filtered out", "empty");
    await page.goto(`${address}?price=${bottle}`);
    await expectAccessible(page, "price form");
    await sendRefused(page);
    await expect(page.getByRole("alert")).toBeFocused();
    await expectAccessible(page, "price form, refused", "error");
  });
