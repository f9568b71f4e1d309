import { formatIn } from "#app/i18n/format.ts";
import { cardOf, downOf, expect, languageCodes, test, upOf } from "./community-steps.ts";
import { logIn } from "./account-steps.ts";
import { translationsOf } from "../support/translations.ts";

for (const language of languageCodes) {
  const texts = translationsOf(language);
  const { messages, t } = texts;
  const format = formatIn(language);

  test(`whoever presses a thumb must log in, returns to the card with that vote counted, and votes once, in ${language}`, async ({
    page,
    shelf,
    member,
  }) => {
    const address = `/${language}${shelf.path}`;
    const card = cardOf(page, shelf.dupes[1]!);
    const alert = page.getByRole("alert");
    await page.goto(address);
    await expect(card.locator(".score b")).toHaveText(format.percent(67));
    await upOf(card).click();
    await expect(alert).toContainText(messages.perfume.errorMustLogin);
    await expect(upOf(card)).toHaveAttribute("aria-pressed", "false");
    await alert.getByRole("link", { name: t("auth.title") }).click();
    await page.waitForURL(`**/${language}/auth?redirectTo=*`);
    await logIn(page, texts, member);
    await page.waitForURL(`**${address}#dupe-${shelf.dupes[1]!.id}`);
    await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
    await expect(card).toBeInViewport();
    await expect(card.locator(".score b")).toHaveText(format.percent(71));
    const mine = card.getByRole("button", {
      name: `${t("vote.up", { dupe: shelf.dupes[1]!.nombre, original: shelf.nombre })} 4`,
      pressed: true,
    });
    await expect(mine).toBeVisible();
    await expect(page.locator(".dupe").first()).toHaveId(`dupe-${shelf.dupes[1]!.id}`);

    await downOf(card).click();
    await expect(alert).toContainText(messages.perfume.errorAlreadyVoted);
    await expect(alert).toBeInViewport();
    await expect(page.getByRole("status")).toBeHidden();
    await expect(mine).toBeVisible();
    await expect(downOf(card)).toHaveAttribute("aria-pressed", "false");
    await expect(downOf(card)).toContainText("1");
  });
}
