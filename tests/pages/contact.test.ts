import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { emailOf } from "../support/accounts.ts";
import { signedIn } from "../support/sign-in.ts";
import { fieldValue, isChecked } from "../support/form-page.ts";
import "../support/matchers.ts";
import type { MessageKey } from "../support/translations.ts";
import { twoLanguages } from "../support/translations.ts";

// The mail server is down, which the sender must not notice.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", CONTACT_TO: "team@sosia.test" });
afterAll(() => site.close());

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await site.db.deleteFrom("contact_messages").execute();
  await site.db.deleteFrom("outbox").execute();
});

const good = {
  name: "Ana Ruiz",
  email: "ana@example.org",
  message: "Hola,\r\n\r\n¿qué tal?",
  privacyAccepted: "on",
};
const send = (
  visitor: TestBrowser,
  more: Partial<typeof good> & Record<string, string>,
  code: Language = "es",
) => visitor.post(`/${code}/contact`, { ...good, ...more });
const messages = () => site.db.selectFrom("contact_messages").selectAll().execute();

const emails = () => site.db.selectFrom("outbox").selectAll().execute();

test.each(twoLanguages)(
  "a message is stored and confirmed while the mail server is down, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const answer = await send(visitor, {}, code);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/${code}/contact`]);
    const page = await visitor.follow(answer);
    expect(page).toShow(code, "contact.sent");
    expect([fieldValue(page, "name"), fieldValue(page, "message")]).toEqual(["", ""]);
    expect(await messages()).toMatchObject([
      { name: "Ana Ruiz", email: "ana@example.org", message: "Hola,\n\n¿qué tal?" },
    ]);
    expect(await emails()).toMatchObject([{ recipient: "team@sosia.test", sent_at: null }]);
  },
);

test.each(twoLanguages)(
  "a refused message shows what is wrong and keeps what was typed, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const cases: [field: string, value: string, key: MessageKey][] = [
      ["name", " \t", "contact.name"],
      ["name", "x".repeat(101), "contact.nameTooLong"],
      ["email", "", "contact.email"],
      ["email", "nobody", "contact.email"],
      ["message", "\u200b \n", "contact.message"],
      ["message", "ñ".repeat(1001), "contact.messageTooLong"],
      ["privacyAccepted", "", "contact.privacy"],
      ["privacyAccepted", "ON", "contact.privacy"],
    ];
    for (const [field, value, key] of cases) {
      const page = await send(visitor, { [field]: value }, code);
      expect(page).toBeRefused(422, code, key, { fields: [field] });
      const kept = field === "message" ? "name" : "message";
      expect(fieldValue(page, kept)).toBe(good[kept]);
    }
    const empty = await visitor.post(`/${code}/contact`, {});
    const fields = ["name", "email", "message", "privacyAccepted"];
    expect(empty).toBeRefused(422, code, "contact.name", { fields });
    expect(isChecked(empty, "privacyAccepted")).toBe(false);
    const checked = await send(visitor, { name: "" }, code);
    expect(isChecked(checked, "privacyAccepted")).toBe(true);
    expect(await messages()).toEqual([]);
    const longest = { name: "x".repeat(100), message: "ñ".repeat(1000) };
    expect((await send(visitor, longest, code)).status).toBe(303);
  },
);

test("a bot that fills in the hidden field sees the confirmation, and nothing is sent", async () => {
  const visitor = site.newBrowser();
  const page = await visitor.follow(await send(visitor, { website: "https://spam.example" }));
  expect(page).toShow("es", "contact.sent");
  expect([await messages(), await emails()]).toEqual([[], []]);
});

test("a signed-in person's name and address are there, on the notice too, and can be changed; a visitor types them", async () => {
  const ana = await signedIn(site, "writer");
  const page = await ana.get("/es/contact");
  const { nombre_completo } = await site.db
    .selectFrom("usuarios")
    .select("nombre_completo")
    .where("id", "=", ana.id)
    .executeTakeFirstOrThrow();
  for (const form of [page, await ana.get("/es/notice")])
    expect([fieldValue(form, "name"), fieldValue(form, "email")]).toEqual([
      nombre_completo,
      emailOf("writer"),
    ]);
  expect((await send(ana, { name: "Otra", email: "otra@example.org" })).status).toBe(303);
  expect(await messages()).toMatchObject([{ name: "Otra", email: "otra@example.org" }]);
  const visitor = await site.newBrowser().get("/es/contact");
  expect([fieldValue(visitor, "name"), fieldValue(visitor, "email")]).toEqual(["", ""]);
});
