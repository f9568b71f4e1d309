import { readFileSync } from "node:fs";
import { languageCodes } from "#app/i18n/languages.ts";
import { confirm, logIn, logOut, menu, photo, signUp, somebody } from "./account-steps.ts";
import { emailTo, linkIn } from "./emails.ts";
import { test } from "./members.ts";
import { expect, refused } from "./steps.ts";
import { translationsOf } from "../support/translations.ts";

for (const language of languageCodes)
  test(`a person joins, changes their profile, forgets their password and leaves in ${language}`, async ({
    page,
    complaints,
    baseURL,
  }) => {
    const texts = translationsOf(language);
    const { ui, messages, emails } = texts;
    const ana = somebody();
    const status = page.getByRole("status");
    const alert = page.getByRole("alert");

    await test.step("signs up", async () => {
      await page.goto(`/${language}`);
      await page.getByRole("link", { name: ui.nav.login, exact: true }).click();
      await page.getByRole("link", { name: ui.auth.toSignup, exact: true }).click();
      await signUp(page, texts, ana);
      await page.waitForURL(`**/${language}/auth`);
      await expect(status).toHaveText(messages.auth.confirmationSent);
    });

    await test.step("cannot sign in before confirming the address", async () => {
      await logIn(page, texts, ana);
      await expect(alert).toContainText(messages.auth.unconfirmed);
      await refused(complaints, 403);
    });

    await test.step("opens the email's link", async () => {
      const email = await emailTo(ana.email, emails.confirmation.subject);
      expect(email.html).toContain(`<html lang="${language}">`);
      expect(email.text).toContain(emails.confirmation.heading);
      expect(linkIn(email)).toContain(`${baseURL}/${language}/auth/confirm?token=`);
      await confirm(page, texts, ana);
      await page.waitForURL(`**/${language}`);
      await expect(status).toHaveText(messages.auth.confirmedHere);
    });

    await test.step("signs out and in again", async () => {
      await logOut(page, texts, ana.username);
      await page.getByRole("link", { name: ui.nav.login, exact: true }).click();
      await logIn(page, texts, ana);
      await page.waitForURL(`**/${language}`);
      await expect(status).toHaveText(messages.auth.welcomeBack);
      await expect(menu(page, ui, ana.username)).toBeVisible();
      await expect(page.getByRole("link", { name: ui.nav.login, exact: true })).toHaveCount(0);
    });

    await test.step("changes names and picture", async () => {
      await menu(page, ui, ana.username).click();
      await page.getByRole("link", { name: ui.nav.profile, exact: true }).click();
      await expect(page.getByLabel(ui.auth.email, { exact: true })).toHaveValue(ana.email);
      await expect(page.getByLabel(ui.auth.email, { exact: true })).toHaveAttribute("readonly");
      ana.username = `${ana.username}_2`;
      await page.getByLabel(ui.auth.fullName, { exact: true }).fill("Ana María Ñandú");
      await page.getByLabel(ui.auth.username, { exact: true }).fill(ana.username);
      await page.getByRole("button", { name: ui.profile.save, exact: true }).click();
      await expect(status).toHaveText(messages.profile.saved);
      await expect(menu(page, ui, ana.username)).toBeVisible();
      await expect(page.getByLabel(ui.auth.fullName, { exact: true })).toHaveValue(
        "Ana María Ñandú",
      );

      await page.getByLabel(ui.profile.photo).setInputFiles(await photo(300));
      await page.getByRole("button", { name: ui.profile.uploadPhoto, exact: true }).click();
      await expect(status).toHaveText(messages.profile.photoSaved);
      for (const picture of [page.locator("header img"), page.locator("main .photo img.avatar")])
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBe(256);
    });

    await test.step("signs out", () => logOut(page, texts, ana.username));

    const old = { ...ana };
    await test.step("forgets the password and chooses another", async () => {
      await page.getByRole("link", { name: ui.nav.login, exact: true }).click();
      await page.getByRole("link", { name: ui.auth.forgot, exact: true }).click();
      // The previous page has such a field, too.
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(ui.auth.forgotTitle);
      await page.getByLabel(ui.auth.email, { exact: true }).fill(ana.email);
      await page.getByRole("button", { name: ui.auth.sendLink, exact: true }).click();
      await expect(status).toHaveText(messages.auth.resetSent);
      const link = linkIn(await emailTo(ana.email, emails.reset.subject));
      expect(link).toContain(`${baseURL}/${language}/auth/reset?token=`);
      await page.goto(link);
      ana.password = `Another2?${ana.password}`;
      await page.getByLabel(ui.auth.newPassword, { exact: true }).fill(ana.password);
      await page.getByRole("button", { name: ui.auth.savePassword, exact: true }).click();
      await expect(status).toHaveText(messages.auth.passwordChanged);
      await emailTo(ana.email, emails.passwordChanged.subject);
    });

    await test.step("signs in with the new one only", async () => {
      await logIn(page, texts, old);
      await expect(alert).toContainText(messages.auth.wrongCredentials);
      await expect(page).toHaveTitle(new RegExp(`^${ui.form.error}`));
      await refused(complaints, 401);
      await logIn(page, texts, ana);
      await expect(status).toHaveText(messages.auth.welcomeBack);
    });

    await test.step("downloads the data", async () => {
      await page.goto(`/${language}/profile`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: ui.profile.download, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("sosia.json");
      const { profile } = JSON.parse(readFileSync(await download.path(), "utf8"));
      expect(profile).toMatchObject({ email: ana.email, nombre_usuario: ana.username });
    });

    await test.step("leaves", async () => {
      await page.locator("summary", { hasText: ui.profile.delete }).click();
      const password = page.getByLabel(ui.profile.deletePassword, { exact: true });
      await password.fill(old.password);
      await page.getByRole("button", { name: ui.profile.deleteConfirm, exact: true }).click();
      await expect(alert).toContainText(messages.profile.wrongPassword);
      await refused(complaints, 401);
      await password.fill(ana.password);
      await page.getByRole("button", { name: ui.profile.deleteConfirm, exact: true }).click();
      await expect(status).toHaveText(messages.profile.deleted);
      await page.getByRole("link", { name: ui.nav.login, exact: true }).click();
      await logIn(page, texts, ana);
      await expect(alert).toContainText(messages.auth.wrongCredentials);
      await refused(complaints, 401);
    });
  });
