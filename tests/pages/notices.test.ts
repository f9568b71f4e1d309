import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { fieldValue, isChecked } from "../support/form-page.ts";
import { openSite } from "../support/site.ts";
import { type MessageKey, translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", CONTACT_TO: "team@sosia.test" });
afterAll(() => site.close());

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await site.db.deleteFrom("contact_messages").execute();
  await site.db.deleteFrom("outbox").execute();
  await site.db.deleteFrom("rate_limits").execute();
});

const url = `${site.origin}/es/perfume/creed-aventus-1`;
const good = {
  name: "Ana Ruiz",
  email: "ana@example.org",
  url,
  message: "It is my photo.\r\n\r\nSee my book, page 3.",
  goodFaith: "on",
};
const send = (
  visitor: TestBrowser,
  more: Partial<typeof good> & Record<string, string> = {},
  code: Language = "es",
) => visitor.post(`/${code}/notice`, { ...good, ...more });
const notices = () => site.db.selectFrom("contact_messages").selectAll().execute();
const emails = () => site.db.selectFrom("outbox").selectAll().orderBy("id").execute();

test.each(twoLanguages)(
  "a notice is stored, emailed to the operators, and confirmed in the sender's language, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const sent = await send(visitor, {}, code);
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/${code}/notice`]);
    const page = await visitor.follow(sent);
    expect(page).toShow(code, "notice.sent");
    expect([fieldValue(page, "url"), fieldValue(page, "message")]).toEqual(["", ""]);
    const [notice] = await notices();
    expect(notice).toMatchObject({
      kind: "notice",
      name: "Ana Ruiz",
      url,
      message: "It is my photo.\n\nSee my book, page 3.",
      language: code,
      state: "open",
      user_id: null,
    });
    const reference = String(notice!.id);
    const [told, receipt] = await emails();
    expect(told).toMatchObject({ recipient: "team@sosia.test", reply_to: good.email });
    for (const text of [reference, url, "Ana Ruiz", "See my book, page 3."])
      expect(told!.text + told!.subject).toContain(text);
    expect(receipt).toMatchObject({
      recipient: good.email,
      reply_to: null,
      subject: translate(code, "emails:noticeReceived.subject", { reference }),
    });
    for (const typed of ["Ana Ruiz", "creed-aventus", "my book"])
      expect(receipt!.text + receipt!.html).not.toContain(typed);
  },
);

test.each(twoLanguages)(
  "a refused notice shows what is wrong and keeps what was typed, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const cases: [field: keyof typeof good, value: string, key: MessageKey][] = [
      ["url", "", "notice.url"],
      ["url", "https://evil.example/es/perfume/x-1", "notice.url"],
      ["url", "https://ana:secret@sosia.test/es", "notice.url"],
      ["url", "javascript:alert(1)", "notice.url"],
      ["url", `${site.origin}/${"x".repeat(2000)}`, "notice.url"],
      ["message", "\u200b \n", "notice.message"],
      ["message", "ñ".repeat(4001), "notice.messageTooLong"],
      ["name", " \t", "contact.name"],
      ["email", "nobody", "contact.email"],
      ["goodFaith", "ON", "notice.goodFaith"],
    ];
    for (const [field, value, key] of cases) {
      const page = await send(visitor, { [field]: value }, code);
      expect(page).toBeRefused(422, code, key, { fields: [field] });
      const kept = field === "message" ? "name" : "message";
      expect(fieldValue(page, kept)).toBe(good[kept]);
      const ticked = field !== "goodFaith";
      expect([isChecked(page, "goodFaith"), fieldValue(page, "url")]).toEqual([
        ticked,
        field === "url" ? value : url,
      ]);
    }
    const empty = await visitor.post(`/${code}/notice`, {});
    const fields = ["url", "message", "name", "email", "goodFaith"];
    expect(empty).toBeRefused(422, code, "notice.url", { fields });
    expect([await notices(), await emails()]).toEqual([[], []]);
    expect((await send(visitor, { message: "ñ".repeat(4000) }, code)).status).toBe(303);
  },
);

test.each([
  ["/es/perfume/x-1?reviews=2#dupe-2", "/es/perfume/x-1?reviews=2#dupe-2"],
  ["sosia.test/de/perfume/x-1", "/de/perfume/x-1"],
  ["https://www.sosia.test/de", "/de"],
  ["HTTP://SOSIA.TEST/de", "/de"],
  ["http://sosia.test", "/"],
  ["sosia.test/<b>\"'", "/%3Cb%3E%22'"],
])("an address is accepted as people paste it: %s", async (typed, path) => {
  expect((await send(site.newBrowser(), { url: typed })).status).toBe(303);
  expect(await notices()).toMatchObject([{ url: site.origin + path }]);
});

test("a form sent twice is one notice and one receipt; a bot's is none", async () => {
  const visitor = site.newBrowser();
  const answers = await Promise.all([1, 2, 3].map(() => send(visitor)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect([(await notices()).length, (await emails()).length]).toEqual([1, 2]);
  const page = await visitor.follow(
    await send(visitor, { website: "https://spam.example", message: "Spam" }),
  );
  expect(page).toShow("es", "notice.sent");
  expect((await notices()).length).toBe(1);
});

test.each(twoLanguages)(
  "the legal notice links to the form, which is in the sitemap, in %s",
  async (code) => {
    const legal = await site.get(`/${code}/legal-notice`);
    const link = legal.dom.querySelector(`#intellectual-property a[href="/${code}/notice"]`);
    expect(link?.text).toBe(translate(code, "pages:legal.noticeLink"));
    expect((await site.get(`/sitemap-${code}-1.xml`)).html).toContain(`/${code}/notice</loc>`);
    const page = await site.get(`/${code}/notice`);
    expect(page.dom.querySelectorAll("script[type=module], link[rel=modulepreload]")).toEqual([]);
  },
);
