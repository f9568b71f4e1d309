import { suggestFacts } from "#app/domain/suggestions/fact-suggestions.ts";
import type { Db } from "#db/database.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { addPerfume } from "../support/database.ts";
import { deskAddresses } from "../support/desk-forms.ts";
import { translationsOf } from "../support/translations.ts";
import { expectAccessible } from "./axe.ts";
import { expect, signIn, test } from "./community-steps.ts";
import { suggestMany } from "./desk-steps.ts";

test("axe finds nothing in the queue, with and without a refusal", async ({
  page,
  db,
  shelf,
  member,
}) => {
  await setRole(db, member.id, "moderator", new Date());
  // First in the queue, whatever the desk's journeys suggest meanwhile, and not like what they add to the catalogue.
  const own = await suggestMany(db, shelf.perfumeId, 2, {
    most: 1e12,
    marca: "Quimera",
    word: "Ventisca",
  });
  const [first] = own;
  await signIn(page, member, "/de/desk/queue");
  await expectAccessible(page, "the queue");
  const { desk } = translationsOf("de");
  const item = page.locator(`#dupe-${first}`);
  for (const button of await item.getByRole("button").all())
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width: 390, height: 844 });
  // With their corrections open.
  for (const id of own) {
    const { height } = (await page.locator(`#dupe-${id}`).boundingBox())!;
    expect(height).toBeLessThan(700);
  }
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const backgrounds = await page
    .locator(".desk-pages a")
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
  expect(new Set(backgrounds).size).toBe(2);

  // A selected option is not a tick. Several items, because the bar follows the last one's controls.
  const bottles = [shelf.perfumeId, await addPerfume(db, "Quimera", `Bruma ${member.name}`)];
  for (const id of bottles) await suggestSomeFacts(db, id, member.id);
  await page.goto("/de/desk/queue?kind=facts");
  const bar = page.locator(".desk-ticked");
  const facts = page.locator(".desk-item").first();
  await expect(facts.locator("option:checked").first()).toBeAttached();
  await expect(bar).toHaveCSS("position", "static");
  await facts.getByLabel(desk.queue.tick).check();
  await expect(bar).toBeInViewport({ ratio: 1 });
  for (let tabs = 0; tabs < 12; tabs++) {
    await page.keyboard.press("Tab");
    const focused = (await page.locator(":focus").boundingBox())!;
    expect(focused.y + focused.height).toBeLessThanOrEqual((await bar.boundingBox())!.y);
  }
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(bar).not.toBeInViewport();
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize({ width: 390, height: 844 });

  await page.goto("/de/desk/queue");
  // Folded or not, because the check opens everything.
  await item.locator("details").evaluate((names) => names.setAttribute("open", ""));
  await item.getByLabel(desk.catalogue.marca).fill("");
  await item.getByRole("button", { name: desk.queue.accept, exact: true }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page, "the queue with a refusal");
});

test("on a phone with text twice as large, no page of the desk is wider than the screen", async ({
  page,
  db,
  shelf,
  member,
}) => {
  await setRole(db, member.id, "owner", new Date());
  const ids = await suggestMany(db, shelf.perfumeId, 2, { most: 2e12 });
  const url = "https://www.perfumesenequivalencias.example/comparativas/aventus_y_parecidos";
  for (const dupe_suggestion_id of ids)
    await db
      .insertInto("suggested_pages")
      .values({ dupe_suggestion_id, url, user_id: null, at: new Date().toISOString() })
      .execute();
  await suggestSomeFacts(db, shelf.perfumeId, member.id);
  await page.setViewportSize({ width: 360, height: 780 });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await signIn(page, member, "/de/desk");
  const bottle = `/desk/perfumes/${shelf.perfumeId}`;
  for (const path of [...deskAddresses.filter((one) => !/\d|mia/u.test(one)), bottle]) {
    await page.goto(`/de${path}`);
    await page
      .locator("main details")
      .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
    const found = await page.evaluate(() => [
      getComputedStyle(document.documentElement).fontSize,
      document.documentElement.scrollWidth,
    ]);
    expect([path, ...found]).toEqual([path, "32px", 360]);
  }
});

async function suggestSomeFacts(db: Db, perfumeId: number, userId: string) {
  const facts = { anio: 2019, genero: "unisex", notas: "sandalwood|orange blossom" } as const;
  const all = { concentracion: null, familia: null, ...facts };
  await suggestFacts(db, { perfumeId, userId, facts: all }, new Date());
}
