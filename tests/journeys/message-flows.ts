import type { Db } from "#db/database.ts";
import type { Flows } from "./flow-steps.ts";
import { expect, refused } from "./steps.ts";

/** The sender of a message, as stored in the database. */
export const sendersOf = (db: Db, message: string) =>
  db
    .selectFrom("contact_messages")
    .select(["name", "email"])
    .where("message", "=", message)
    .execute();

export const messageFlows: Flows = {
  async contact({ page, texts: { language, ui, messages }, ana, db }) {
    const message = `¿Hay más como ${ana.username}?\nGracias.`;
    await page.goto(`/${language}`);
    await page.getByRole("link", { name: ui.footer.contact, exact: true }).click();
    // Without styles the hidden field is visible, so its label must explain it.
    await expect(page.getByLabel(ui.form.leaveEmpty)).toHaveValue("");
    await page.getByLabel(ui.contact.name, { exact: true }).fill("Ana");
    await page.getByLabel(ui.contact.email, { exact: true }).fill(ana.email);
    await page.getByLabel(ui.contact.message, { exact: true }).fill(message);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: ui.contact.submit, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.contact.sent);
    expect(await sendersOf(db, message)).toEqual([{ name: "Ana", email: ana.email }]);
  },

  async "error recovery"({ page, texts: { language, ui, messages }, ana, db, complaints }) {
    const message = `Otra vez, ${ana.username}.`;
    const alert = page.getByRole("alert");
    const [name, email, body] = (["name", "email", "message"] as const).map((field) =>
      page.getByLabel(ui.contact[field], { exact: true }),
    );
    await page.goto(`/${language}/contact`);
    await name!.fill(" ");
    await email!.fill("ana@casa");
    await body!.fill(message);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: ui.contact.submit, exact: true }).click();
    await expect(alert.getByRole("link")).toHaveText([
      messages.contact.name,
      messages.contact.email,
    ]);
    await expect(alert).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${ui.form.error} `, "u"));
    await refused(complaints, 422);
    await expect(email!).toHaveValue("ana@casa");
    await expect(email!).toHaveAccessibleDescription(messages.contact.email);
    await expect(body!).toHaveValue(message);
    await expect(page.getByRole("checkbox")).toBeChecked();
    await alert.getByRole("link", { name: messages.contact.name }).click();
    await expect(name!).toBeFocused();
    await page.keyboard.type("Ana");
    await alert.getByRole("link", { name: messages.contact.email }).click();
    await expect(email!).toBeFocused();
    await email!.fill(ana.email);
    await page.getByRole("button", { name: ui.contact.submit, exact: true }).click();
    await expect(page.getByRole("status")).toHaveText(messages.contact.sent);
    expect(await sendersOf(db, message)).toEqual([{ name: "Ana", email: ana.email }]);

    await page.goto(`/${language}/nowhere`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ui.error.notFoundTitle);
    await refused(complaints, 404);
    await page.getByRole("link", { name: ui.text.backHome, exact: true }).click();
    await page.waitForURL(`**/${language}`);
  },
};
