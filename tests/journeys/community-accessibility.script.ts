import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import {
  addReviews,
  cardOf,
  expect,
  gotoAlive,
  signIn,
  test,
  upOf,
  wordsOf,
} from "./community-steps.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { say } = wordsOf("de");

async function expectAccessible(page: Page, state: string) {
  const { violations } = await page.evaluate<AxeResults>(
    `${axe}; axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`,
  );
  expect(violations.map(({ id, nodes }) => [state, id, nodes[0]?.html])).toEqual([]);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect([state, overflow]).toEqual([state, 0]);
  const small = await page
    .locator(".vote, .votes a, .close, .pages a, .reviews summary, dialog button, .notice a")
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.checkVisibility())
        .map((target) => ({
          name: target.textContent,
          height: target.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height < 44),
    );
  expect([state, small]).toEqual([state, []]);
}

for (const scheme of ["light", "dark"] as const)
  for (const width of [320, 390, 1280])
    test(`axe finds nothing in the community's forms, ${scheme}, ${width} px`, async ({
      page,
      shelf,
      member,
      other,
      db,
    }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      const [dupe] = shelf.dupes;
      const address = `/de${shelf.path}`;
      const word = "Donaudampfschifffahrtsgesellschaft".repeat(3);
      await addReviews(db, dupe!, other, Array(10).fill(`Riecht ${word}.\nUnd hält lange.`));
      await addReviews(db, dupe!, member, ["Von mir."]);

      await page.goto(`${address}?reviews=${dupe!.id}`);
      await expectAccessible(page, "reviews");
      await page.goto(`${address}?suggest=dupe`);
      await expectAccessible(page, "suggestion");
      await page.goto("/de?suggest=perfume");
      await expectAccessible(page, "suggestion of a perfume");
      await page.getByLabel(say("suggest.perfumeName")).fill(" ");
      await page.getByLabel(say("suggest.perfumeBrand")).fill(" ");
      await page.getByRole("button", { name: say("suggest.submit") }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      // A link to each wrong field, though both lack the same (design §4).
      await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
      await expectAccessible(page, "suggestion refused");
      await page.goto(address);
      await upOf(cardOf(page, dupe!)).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page, "vote refused");

      await signIn(page, member, `${address}?reviews=${dupe!.id}#reviews`);
      await page.locator(".reviews summary").first().click();
      await expectAccessible(page, "reviews, signed in, the question open");
      await gotoAlive(page, address);
      await upOf(cardOf(page, dupe!)).click();
      await expect(page.getByRole("status")).toBeVisible();
      await expectAccessible(page, "voted");
      await cardOf(page, dupe!).getByRole("link").first().click();
      await expect(page.locator("dialog:modal")).toBeVisible();
      await expectAccessible(page, "modal dialog");
      await page.getByRole("dialog").getByRole("textbox").fill(" ");
      await page.getByRole("button", { name: say("reviews.publish") }).click();
      await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
      await expectAccessible(page, "modal dialog, refused");
    });
