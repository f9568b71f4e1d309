import { readFileSync } from "node:fs";
import { languageCodes } from "#app/i18n/languages.ts";
import {
  confirm,
  continueWithGoogle,
  logIn,
  logOut,
  menu,
  photo,
  signUp,
  somebody,
} from "./account-steps.ts";
import { emailTo, linkIn } from "./emails.ts";
import { signIn, test } from "./members.ts";
import { expect, refused } from "./steps.ts";
import { translationsOf } from "../support/translations.ts";

const es = translationsOf("es");

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

    await test.step("is not let in before the email is answered", async () => {
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
      await page.waitForURL(`**/${language}/auth`);
      await expect(status).toHaveText(messages.auth.confirmed);
    });

    await test.step("signs in", async () => {
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
      // The page before has such a field, too.
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

    await test.step("takes the data along", async () => {
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

test("a wrong password keeps the email that was typed, and shows it beside the message", async ({
  page,
  complaints,
}) => {
  const nobody = somebody();
  await page.goto("/es/auth");
  await logIn(page, es, nobody);
  await expect(page.getByRole("alert")).toContainText(es.messages.auth.wrongCredentials);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel(es.ui.auth.email, { exact: true })).toHaveValue(nobody.email);
  await refused(complaints, 401);
});

test("a weak password, a name and an address that are taken are refused field by field", async ({
  page,
  complaints,
  member,
}) => {
  const eva = somebody();
  const alert = page.getByRole("alert");

  await page.goto("/es/auth?mode=signup");
  await signUp(page, es, { ...eva, password: "onlyletters" });
  await expect(alert).toContainText(es.messages.auth.weakPassword);
  await refused(complaints, 422);
  await alert.getByRole("link", { name: es.messages.auth.weakPassword }).click();
  await expect(page.getByLabel(es.ui.auth.password, { exact: true })).toBeFocused();
  await expect(page.getByLabel(es.ui.auth.fullName, { exact: true })).toHaveValue(eva.fullName);
  await expect(page.getByLabel(es.ui.auth.username, { exact: true })).toHaveValue(eva.username);
  await expect(page.getByLabel(es.ui.auth.email, { exact: true })).toHaveValue(eva.email);

  await signUp(page, es, { ...eva, username: member.name.toUpperCase() });
  await expect(alert).toContainText(es.messages.auth.usernameTaken);
  await expect(page.getByLabel(es.ui.auth.username, { exact: true })).toHaveAccessibleDescription(
    new RegExp(es.messages.auth.usernameTaken),
  );
  await refused(complaints, 409);

  await signUp(page, es, { ...eva, email: member.email.toUpperCase() });
  await expect(alert).toContainText(es.messages.auth.emailTaken);
  await refused(complaints, 409);

  await signUp(page, es, eva);
  await expect(page.getByRole("status")).toHaveText(es.messages.auth.confirmationSent);
});

for (const language of languageCodes) {
  test(`who comes from Google for the first time chooses a name, and is known the next time, in ${language}`, async ({
    page,
    complaints,
  }) => {
    const texts = translationsOf(language);
    const { ui, messages } = texts;
    const leo = somebody();
    await page.goto(`/${language}/auth`);
    await continueWithGoogle(page, texts, leo);
    await page.waitForURL(`**/${language}/set-username**`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ui.setup.title);

    const name = page.getByLabel(ui.auth.username, { exact: true });
    await name.fill("leo & co");
    await page.getByRole("button", { name: ui.setup.continue, exact: true }).click();
    await expect(page.getByRole("alert")).toContainText(messages.username.characters);
    await expect(name).toHaveValue("leo & co");
    await refused(complaints, 422);

    await name.fill(leo.username);
    await page.getByRole("button", { name: ui.setup.continue, exact: true }).click();
    await page.waitForURL(`**/${language}`);
    await expect(page.getByRole("status")).toHaveText(messages.username.saved);

    await logOut(page, texts, leo.username);
    await page.getByRole("link", { name: ui.nav.login, exact: true }).click();
    await continueWithGoogle(page, texts, leo);
    await page.waitForURL(`**/${language}`);
    await expect(page.getByRole("status")).toHaveText(messages.auth.welcomeBack);
    await page.goto(`/${language}/set-username`);
    await page.waitForURL(`**/${language}`);
  });

  test(`who cancels at Google is told so at home, in ${language}`, async ({ page }) => {
    const { ui, messages } = translationsOf(language);
    await page.goto(`/${language}/auth`);
    await page.getByRole("link", { name: ui.auth.google, exact: true }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL(`**/${language}`);
    await expect(page.getByRole("alert")).toHaveText(messages.auth.googleRefused);
    await page.reload();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

test("the profile asks to sign in first, and is where one gets afterwards", async ({
  page,
  member,
}) => {
  await page.goto("/es/profile");
  await page.waitForURL("**/es/auth?redirectTo=**");
  await expect(page.getByRole("alert")).toHaveText(es.messages.auth.mustLogin);
  await logIn(page, es, member);
  await page.waitForURL("**/es/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(es.ui.profile.title);
  await expect(page.getByRole("status")).toHaveText(es.messages.auth.welcomeBack);
});

test("a file that is no picture is refused and the old picture stays", async ({
  page,
  complaints,
  member,
}) => {
  await signIn(page, member, "/es/profile");
  const picture = page.locator("main .photo img.avatar");
  const file = page.getByLabel(es.ui.profile.photo);
  const send = page.getByRole("button", { name: es.ui.profile.uploadPhoto, exact: true });
  await file.setInputFiles(await photo(64));
  await send.click();
  await expect(picture).toBeVisible();
  const before = await picture.getAttribute("src");

  const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: hostile });
  await send.click();
  await expect(page.getByRole("alert")).toContainText(es.messages.profile.notAPicture);
  await expect(picture).toHaveAttribute("src", before!);
  await refused(complaints, 422);
});

test("a link that was used says so and offers another", async ({ page }) => {
  const ana = somebody();
  const { ui, messages, emails } = es;
  await page.goto("/es/auth?mode=signup");
  await signUp(page, es, ana);
  await expect(page.getByRole("status")).toHaveText(messages.auth.confirmationSent);
  const link = await confirm(page, es, ana);
  await expect(page.getByRole("status")).toHaveText(messages.auth.confirmed);
  await page.goto(link);
  await expect(page.getByText(messages.auth.linkSpent)).toBeVisible();
  await page.getByLabel(ui.auth.email, { exact: true }).fill(ana.email);
  await page.getByRole("button", { name: ui.auth.sendLink, exact: true }).click();
  await expect(page.getByRole("status")).toHaveText(messages.auth.resent);

  await page.goto("/es/auth/forgot");
  await page.getByLabel(ui.auth.email, { exact: true }).fill(ana.email);
  await page.getByRole("button", { name: ui.auth.sendLink, exact: true }).click();
  const reset = linkIn(await emailTo(ana.email, emails.reset.subject));
  await page.goto(reset);
  await page.getByLabel(ui.auth.newPassword, { exact: true }).fill("Another2?abc");
  await page.getByRole("button", { name: ui.auth.savePassword, exact: true }).click();
  await expect(page.getByRole("status")).toHaveText(messages.auth.passwordChanged);
  await page.goto(reset);
  await expect(page.getByText(messages.auth.linkSpent)).toBeVisible();
  await page.getByRole("link", { name: ui.auth.newLink, exact: true }).click();
  await page.waitForURL("**/es/auth/forgot");
});

test("who signs out everywhere is signed out here", async ({ page, member }) => {
  await signIn(page, member, "/es/profile");
  await page.getByRole("button", { name: es.ui.profile.everywhere, exact: true }).click();
  await expect(page.getByRole("status")).toHaveText(es.messages.auth.signedOutEverywhere);
  await page.goto("/es/profile");
  await page.waitForURL("**/es/auth?redirectTo=**");
});
