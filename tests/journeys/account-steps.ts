import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect } from "./steps.ts";
import { emailTo, linkIn } from "./emails.ts";
import type { Translations } from "../support/translations.ts";

export interface Person {
  fullName: string;
  username: string;
  email: string;
  password: string;
}

/** A person new to the site. */
export function somebody(): Person {
  const tag = randomBytes(5).toString("hex");
  return {
    fullName: `Ana ${tag}`,
    username: `ana_${tag}`,
    email: `ana.${tag}@example.org`,
    password: `Waldregen7!${tag}`,
  };
}

/** Fills in the sign-up form and sends it. */
export async function signUp(page: Page, { ui }: Translations, person: Person) {
  await page.getByLabel(ui.auth.fullName, { exact: true }).fill(person.fullName);
  await page.getByLabel(ui.auth.username, { exact: true }).fill(person.username);
  await page.getByLabel(ui.auth.email, { exact: true }).fill(person.email);
  await page.getByLabel(ui.auth.password, { exact: true }).fill(person.password);
  await page.getByRole("button", { name: ui.auth.titleSignup, exact: true }).click();
}

/** Fills in the sign-in form and sends it. */
export async function logIn(
  page: Page,
  { ui }: Translations,
  { email, password }: Pick<Person, "email" | "password">,
) {
  await page.getByLabel(ui.auth.email, { exact: true }).fill(email);
  await page.getByLabel(ui.auth.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: ui.auth.title, exact: true }).click();
}

/** Opens the confirmation email's link in the browser that signed up, and presses the button there. @returns the link */
export async function confirm(page: Page, { ui, emails }: Translations, { email }: Person) {
  const link = linkIn(await emailTo(email, emails.confirmation.subject));
  await page.goto(link);
  await page.getByRole("button", { name: ui.auth.confirmButton, exact: true }).click();
  return link;
}

/** The signed-in person's menu in the header. */
export const menu = (page: Page, { nav }: Translations["ui"], name: string) =>
  page.locator("summary", { hasText: nav.account.replace("{{name}}", name) });

/** Signs out through the menu. */
export async function logOut(page: Page, { ui, messages }: Translations, name: string) {
  await menu(page, ui, name).click();
  await page.getByRole("button", { name: ui.nav.logout, exact: true }).click();
  await expect(page.getByRole("status")).toHaveText(messages.auth.signedOut);
  await expect(page.getByRole("link", { name: ui.nav.login, exact: true })).toBeVisible();
}

/** Signs in at Google as somebody, and returns. */
export async function continueWithGoogle(page: Page, { ui }: Translations, person: Person) {
  await page.getByRole("link", { name: ui.auth.google, exact: true }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Name").fill(person.fullName);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** A single-colour photo, as browsers send it. @param side px */
export async function photo(side: number, name = "me.png") {
  const create = { width: side, height: side, channels: 3, background: "#9a4510" } as const;
  return { name, mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
}
