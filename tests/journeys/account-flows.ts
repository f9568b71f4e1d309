import type { Db } from "#db/database.ts";
import { confirm, logIn, logOut, menu, photo, signUp } from "./account-steps.ts";
import type { Flows } from "./flow-steps.ts";
import { emailTo, linkIn } from "./emails.ts";
import { expect } from "./steps.ts";

/** An account as stored in the database. */
const accountOf = (db: Db, email: string) =>
  db
    .selectFrom("accounts")
    .innerJoin("usuarios", "usuarios.id", "accounts.user_id")
    .select(["nombre_completo", "nombre_usuario", "avatar_url", "confirmed_at"])
    .where("email", "=", email)
    .executeTakeFirst();

export const arrivalFlows: Flows = {
  async "sign up"({ page, texts, ana, db }) {
    await page.goto(`/${texts.language}`);
    await page.getByRole("link", { name: texts.ui.nav.login, exact: true }).click();
    await page.getByRole("link", { name: texts.ui.auth.toSignup, exact: true }).click();
    await signUp(page, texts, ana);
    await expect(page.getByRole("status")).toHaveText(texts.messages.auth.confirmationSent);
    expect(await accountOf(db, ana.email)).toEqual({
      nombre_completo: ana.fullName,
      nombre_usuario: ana.username,
      avatar_url: null,
      confirmed_at: null,
    });
  },

  async confirm({ page, texts, ana, db }) {
    await confirm(page, texts, ana);
    await expect(page.getByRole("status")).toHaveText(texts.messages.auth.confirmedHere);
    await expect(menu(page, texts.ui, ana.username)).toBeVisible();
    expect((await accountOf(db, ana.email))?.confirmed_at).toEqual(expect.any(String));
  },

  async "sign in"({ page, texts, ana }) {
    await logOut(page, texts, ana.username);
    await page.goto(`/${texts.language}/auth`);
    await logIn(page, texts, ana);
    await expect(page.getByRole("status")).toHaveText(texts.messages.auth.welcomeBack);
    await expect(menu(page, texts.ui, ana.username)).toBeVisible();
  },
};

export const profileFlows: Flows = {
  async profile({ page, texts: { language, ui, messages }, ana, db }) {
    await page.goto(`/${language}`);
    await menu(page, ui, ana.username).click();
    await page.getByRole("link", { name: ui.nav.profile, exact: true }).click();
    await expect(page.getByLabel(ui.auth.email, { exact: true })).toHaveValue(ana.email);
    const names = { nombre_completo: "Ana María Ñandú", nombre_usuario: `${ana.username}_2` };
    await page.getByLabel(ui.auth.fullName, { exact: true }).fill(names.nombre_completo);
    await page.getByLabel(ui.auth.username, { exact: true }).fill(names.nombre_usuario);
    await page.getByRole("button", { name: ui.profile.save, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.profile.saved);
    ana.username = names.nombre_usuario;
    await expect(menu(page, ui, ana.username)).toBeVisible();
    expect(await accountOf(db, ana.email)).toMatchObject(names);
  },

  async avatar({ page, texts: { language, ui, messages }, ana, db }) {
    await page.goto(`/${language}/profile`);
    await page.getByLabel(ui.profile.photo).setInputFiles(await photo(300));
    await page.getByRole("button", { name: ui.profile.uploadPhoto, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.profile.photoSaved);
    const shown = page.locator("main .photo img.avatar");
    const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(256);
    const { avatar_url } = (await accountOf(db, ana.email))!;
    await expect(shown).toHaveAttribute("src", avatar_url!);
  },
};

export const leavingFlows: Flows = {
  async "sign out"({ page, texts, ana }) {
    await page.goto(`/${texts.language}`);
    await logOut(page, texts, ana.username);
  },

  async "reset the password"({ page, texts, ana }) {
    const { language, ui, messages, emails } = texts;
    await page.goto(`/${language}/auth`);
    await page.getByRole("link", { name: ui.auth.forgot, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ui.auth.forgotTitle);
    await page.getByLabel(ui.auth.email, { exact: true }).fill(ana.email);
    await page.getByRole("button", { name: ui.auth.sendLink, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.auth.resetSent);
    await page.goto(linkIn(await emailTo(ana.email, emails.reset.subject)));
    ana.password = `Another2?${ana.password}`;
    await page.getByLabel(ui.auth.newPassword, { exact: true }).fill(ana.password);
    await page.getByRole("button", { name: ui.auth.savePassword, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.auth.passwordChanged);
    await logIn(page, texts, ana);
    await expect(page.getByRole("status")).toHaveText(messages.auth.welcomeBack);
  },

  async "delete the account"({ page, texts: { language, ui, messages }, ana, db }) {
    await page.goto(`/${language}/profile`);
    await page.locator("summary", { hasText: ui.profile.delete }).click();
    await page.getByLabel(ui.profile.deletePassword, { exact: true }).fill(ana.password);
    await page.getByRole("button", { name: ui.profile.deleteConfirm, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.profile.deleted);
    await expect(page.getByRole("link", { name: ui.nav.login, exact: true })).toBeVisible();
    expect(await accountOf(db, ana.email)).toBeUndefined();
  },
};
