import { readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expectRefused, expectSaid } from "../support/answers.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { newMember, newVisitor } from "../support/members.ts";
import type { TestVisitor } from "../support/visitor.ts";
import { codes } from "../support/words.ts";
import { createMailWorker } from "#app/mail/worker.ts";
import { deliverBySmtp, deliverToFolder } from "#app/mail/transport.ts";

let site: TestSite;

beforeAll(async () => {
  // A mail server that is down: who writes is not to notice.
  site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", CONTACT_TO: "team@sosia.test" });
});

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
  visitor: TestVisitor,
  more: Partial<typeof good> & Record<string, string>,
  code = "es",
) => visitor.post(`/${code}/contact`, { ...good, ...more });
const messages = () => site.db.selectFrom("contact_messages").selectAll().execute();
const typed = ({ dom }: Page, name: string) =>
  dom.querySelector(`input[name=${name}]`)?.getAttribute("value") ??
  dom.querySelector(`textarea[name=${name}]`)?.text.trim();

/** Delivers what waits to a folder, and reads it. */
async function emails() {
  const folder = site.config.mailFolder;
  const from = { name: "Sosia", address: "no-reply@sosia.test" };
  const { deliver } = deliverToFolder(folder, from);
  await createMailWorker(site.db, deliver).sendDue(new Date(Date.now() + 1000));
  const rows = await site.db.selectFrom("outbox").select("message_id").orderBy("id").execute();
  return Promise.all(
    rows.map(async ({ message_id }) => {
      const raw = readFileSync(join(folder, `${message_id}.eml`), "utf8");
      return { raw, parsed: await PostalMime.parse(raw) };
    }),
  );
}

test.each(codes)(
  "a message is kept and thanked for while the mail server is down, in %s",
  async (code) => {
    const visitor = newVisitor(site);
    const answer = await send(visitor, {}, code);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/${code}/contact`]);
    const page = await visitor.follow(answer);
    expectSaid(page, code, "contact.sent");
    expect([typed(page, "name"), typed(page, "message")]).toEqual([undefined, ""]);
    expect(await messages()).toMatchObject([
      { name: "Ana Ruiz", email: "ana@example.org", message: "Hola,\n\n¿qué tal?" },
    ]);
    const { deliver, close } = deliverBySmtp("smtp://127.0.0.1:9", {
      name: "",
      address: "a@b.test",
    });
    expect(await createMailWorker(site.db, deliver).sendDue(new Date(Date.now() + 1000))).toBe(0);
    close();
    expect(await site.db.selectFrom("outbox").selectAll().execute()).toMatchObject([
      { attempts: 1, sent_at: null, dead_at: null },
    ]);
  },
);

test.each(codes)(
  "what is wrong with a message is said, with everything kept, in %s",
  async (code) => {
    const visitor = newVisitor(site);
    const cases: [field: string, value: string, key: string][] = [
      ["name", " \t", "contact.name"],
      ["name", "x".repeat(101), "contact.nameTooLong"],
      ["email", "", "contact.email"],
      ["email", "nobody", "contact.email"],
      ["email", "a@b", "contact.email"],
      ["email", "a@example.org, b@example.org", "contact.email"],
      ["email", "Ana <a@example.org>", "contact.email"],
      ["email", `${"x".repeat(250)}@example.org`, "contact.email"],
      ["name", "\u0301", "contact.name"],
      ["message", "\u200b \n", "contact.message"],
      ["message", "\u2800\n\u2800", "contact.message"],
      ["message", "ñ".repeat(1001), "contact.messageTooLong"],
      ["privacyAccepted", "", "contact.privacy"],
    ];
    for (const [field, value, key] of cases) {
      const page = await send(visitor, { [field]: value }, code);
      expectRefused(page, 422, code, key);
      expect(page.dom.querySelectorAll("[aria-invalid]").length).toBe(1);
      const kept = field === "message" ? "name" : "message";
      expect(typed(page, kept)).toBe(good[kept]);
    }
    const empty = await visitor.post(`/${code}/contact`, {});
    expectRefused(empty, 422, code, "contact.name");
    expect(empty.dom.querySelectorAll("main [role=alert] li").length).toBe(4);
    expect(empty.dom.querySelector("input[type=checkbox]")!.hasAttribute("checked")).toBe(false);
    const checked = await send(visitor, { name: "" }, code);
    expect(checked.dom.querySelector("input[type=checkbox]")!.hasAttribute("checked")).toBe(true);
    expect(await messages()).toEqual([]);
  },
);

test("the limits themselves still pass, counted in characters", async () => {
  const visitor = newVisitor(site);
  const message = "😀".repeat(1000);
  const name = "x".repeat(100);
  expect((await send(visitor, { name, message })).status).toBe(303);
  expect(await messages()).toMatchObject([{ name, message }]);
});

test("the email goes to the operators, and their answer to the writer", async () => {
  await send(newVisitor(site), { name: "Zoë O’Hara" });
  const [email] = await emails();
  expect(email!.parsed.to).toMatchObject([{ address: "team@sosia.test" }]);
  expect(email!.parsed.replyTo).toMatchObject([{ address: "ana@example.org" }]);
  expect(email!.parsed.from).toMatchObject({ address: "no-reply@sosia.test" });
  expect(email!.parsed.subject).toContain("Zoë O’Hara");
  expect(email!.parsed.text).toContain("Hola,\n\n¿qué tal?");
});

test("nothing that is written becomes a header, a recipient or markup of the email", async () => {
  const evil = "Eve\r\nBcc: all@example.org\r\nSubject: won\r\n\r\n<h1>body</h1>";
  const visitor = newVisitor(site);
  const message = "<img src=x onerror=alert(1)>\r\n.\r\nBcc: x@example.org\r\n--==\r\n</body>";
  await send(visitor, { name: evil, message });
  await send(visitor, { name: "=?utf-8?q?=0D=0ABcc:_x@example.org?=" });
  expect((await send(visitor, { email: "a@example.org\r\nBcc: b@example.org" })).status).toBe(422);
  expect((await send(visitor, { email: "a@example.org%0ABcc:b@example.org" })).status).toBe(422);
  const sent = await emails();
  expect(sent.length).toBe(2);
  for (const { parsed } of sent) {
    expect(parsed.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(parsed.to?.length).toBe(1);
    expect(parsed.replyTo).toMatchObject([{ address: "ana@example.org" }]);
    expect(parsed.html).not.toMatch(/<img|<h1>body/u);
    expect(parsed.attachments).toEqual([]);
  }
  expect(sent[0]!.parsed.text).toContain("<img src=x onerror=alert(1)>\n.\nBcc: x@example.org");
});

test("a form sent twice is one message", async () => {
  const visitor = newVisitor(site);
  const answers = await Promise.all([1, 2, 3].map(() => send(visitor, {})));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect([(await messages()).length, (await emails()).length]).toEqual([1, 1]);
});

test("a program that fills in what people do not see is thanked, and nothing is sent", async () => {
  const visitor = newVisitor(site);
  const page = await visitor.follow(await send(visitor, { website: "https://spam.example" }));
  expectSaid(page, "es", "contact.sent");
  expect([await messages(), await emails()]).toEqual([[], []]);
});

test("anonymous people write five times in ten minutes, signed-in ones thirty times a minute", async () => {
  const visitor = newVisitor(site);
  for (let n = 0; n < 5; n++) expect((await send(visitor, { name: `Ana ${n}` })).status).toBe(303);
  const page = await send(visitor, { message: "The sixth" });
  expectRefused(page, 429, "es", "form.tooMany", { minutes: "10" });
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(500);
  expect(typed(page, "message")).toBe("The sixth");
  expect(page.dom.querySelector("input[type=checkbox]")!.hasAttribute("checked")).toBe(true);

  const ana = await newMember(site, "ana_writes");
  for (let n = 0; n < 30; n++) expect((await send(ana, { name: `Bea ${n}` })).status).toBe(303);
  expect((await send(ana, {})).status).toBe(429);
});

test("a body that is no form, or far too large, is refused", async () => {
  const body = "{}";
  const headers = {
    Origin: site.origin,
    "Content-Type": "application/json",
    "Content-Length": "2",
  };
  expect((await site.request("/es/contact", { method: "POST", body, headers })).status).toBe(400);
  const large = await send(newVisitor(site), { message: "x".repeat(70_000) });
  expect(large.status).toBe(413);
  expect(await messages()).toEqual([]);
});
