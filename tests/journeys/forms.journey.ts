import { expect, refused, test } from "./steps.ts";
import { translationsOf } from "../support/translations.ts";

test.use({ locale: "en-US" });

test("an English browser on a Spanish page shows the site's error texts, each once, and no native bubble", async ({
  page,
  complaints,
}) => {
  const { ui, messages } = translationsOf("es");
  await page.goto("/es/contact");
  await page.getByRole("button", { name: ui.contact.submit }).click();
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("link")).toHaveText([
    messages.contact.name,
    messages.contact.email,
    messages.contact.message,
    messages.contact.privacy,
  ]);
  await expect(summary).toBeFocused();
  await refused(complaints, 422);

  await page.goto("/es/auth?mode=signup");
  await page.getByRole("main").getByRole("button").click();
  await expect(summary).toContainText(messages.auth.fillIn);
  expect((await summary.innerText()).split(messages.auth.fillIn)).toHaveLength(2);
  await expect(summary.getByRole("link")).toHaveText([
    messages.auth.missingName,
    messages.auth.missingUsername,
    messages.auth.missingEmail,
    messages.auth.missingNewPassword,
  ]);
  await summary.getByRole("link", { name: messages.auth.missingEmail }).click();
  await expect(page.getByLabel(ui.auth.email)).toBeFocused();
  await refused(complaints, 422);
});
