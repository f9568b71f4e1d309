import { expect, hydrated, refused, test } from "./steps.ts";
import { translationsOf } from "../support/translations.ts";

const { ui, messages } = translationsOf("es");

test("after the first attempt, leaving a field shows its error", async ({ page, complaints }) => {
  await page.goto("/es/contact");
  const name = page.getByLabel(ui.contact.name);
  const email = page.getByLabel(ui.contact.email);
  const wrong = page.locator("main form .wrong");
  await email.fill("nobody");
  await name.focus();
  await hydrated(page);
  await email.focus();
  await name.focus();
  await expect(wrong).toHaveCount(0);

  await page.getByRole("button", { name: ui.contact.submit }).click();
  const { name: noName, email: noEmail, message, privacy } = messages.contact;
  await expect(wrong).toHaveText([noName, noEmail, message, privacy]);
  await name.fill("Ana");
  await email.fill("still nobody");
  await name.focus();
  await expect(wrong).toHaveText([noEmail, message, privacy]);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await email.fill("ana@example.org");
  await name.focus();
  await expect(wrong).toHaveText([message, privacy]);
  await expect(email).not.toHaveAttribute("aria-invalid");
  await refused(complaints, 422);
});

test("an error that only the server can find stays until the field changes", async ({
  page,
  complaints,
}) => {
  await page.goto("/es/auth?mode=signup");
  await page.getByLabel(ui.auth.fullName).fill("Ana Ruiz");
  const username = page.getByLabel(ui.auth.username);
  await username.fill("admin");
  await page.getByLabel(ui.auth.email).fill(`ana.${Date.now()}@example.org`);
  await page.getByLabel(ui.auth.password).fill("vetiver123");
  await page.getByRole("main").getByRole("button").click();
  const wrong = page.locator("main form .wrong");
  await expect(wrong).toHaveText([messages.auth.usernameReserved]);
  await page.getByLabel(ui.auth.password).fill("vetiver123");
  await username.focus();
  await hydrated(page);
  await expect(wrong).toHaveText([messages.auth.usernameReserved]);
  await username.fill("ad");
  await page.getByLabel(ui.auth.email).focus();
  await expect(wrong).toHaveText([messages.auth.usernameFormat]);
  await username.fill("ana_ruiz");
  await page.getByLabel(ui.auth.email).focus();
  await expect(wrong).toHaveCount(0);
  await refused(complaints, 422);
});
