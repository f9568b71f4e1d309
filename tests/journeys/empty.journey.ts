import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { translationsOf } from "../support/translations.ts";
import { logIn } from "./account-steps.ts";
import { expect, test } from "./community-steps.ts";
import { emailTo, linkIn } from "./emails.ts";
import { search } from "./steps.ts";

for (const language of ["es", "de"] as const) {
  const texts = translationsOf(language);
  const { ui, messages, t } = texts;

  test(`a person who signs in on the page of a bottle without dupes gets an email about the first one, in ${language}`, async ({
    page,
    db,
    member,
  }) => {
    const nombre = `Sola ${member.name.replaceAll("_", " ")}`;
    const id = await addPerfume(db, "Casa Alba", nombre);
    await page.goto(`/${language}/perfume/${id}`);
    const address = new URL(page.url()).pathname;
    await page.getByRole("link", { name: ui.tellMe.signIn }).click();
    await logIn(page, texts, member);
    await page.waitForURL(`**${address}`);
    await page.getByRole("button", { name: ui.tellMe.ask }).click();
    await expect(page.getByRole("status")).toHaveText(messages.perfume.tellMeOn);
    await page.getByRole("button", { name: ui.tellMe.stop }).click();
    await expect(page.getByRole("status")).toHaveText(messages.perfume.tellMeOff);
    await page.getByRole("button", { name: ui.tellMe.ask }).click();
    await expect(page.getByText(ui.tellMe.on)).toBeVisible();

    await addDupe(db, id, "Taller Sur", `Doble de ${nombre}`);
    await catalogChanged(db);
    const email = await emailTo(member.email, t("emails:firstDupe.subject", { nombre }));
    await page.goto(linkIn(email));
    expect(new URL(page.url()).pathname).toBe(address);
    await expect(page.locator(".dupe")).toHaveCount(1);
  });

  test(`a search without results offers a prefilled suggestion, in ${language}`, async ({
    page,
  }) => {
    await page.goto(`/${language}`);
    await search(page, "Qwxyz Noir de Creed");
    await expect(page.getByLabel(ui.suggest.perfumeName)).toHaveValue("Qwxyz Noir");
    await expect(page.getByLabel(ui.suggest.perfumeBrand)).toHaveValue("Creed");
    await page.getByLabel(ui.suggest.perfumeName).fill("");
    await page.getByRole("button", { name: ui.suggest.submit }).click();
    await expect(page.getByRole("alert")).toContainText(messages.home.errorEmpty);
    await page.getByLabel(ui.suggest.perfumeName).fill("Qwxyz Noir");
    await page.getByRole("button", { name: ui.suggest.submit }).click();
    await expect(page.getByRole("status")).toHaveText(messages.home.suggested);
  });

  test(`a 404 page leads to the perfume by search, in ${language}`, async ({
    page,
    complaints,
  }) => {
    await page.goto(`/${language}/nope`);
    complaints.splice(0);
    await page.locator("main input[name=q]").fill("aventus");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?q=aventus/u);
    await expect(
      page.locator(".grid").getByRole("link", { name: "Aventus", exact: true }),
    ).toBeVisible();
  });
}
