// Messages and notices at the desk (RULES.md 10.25).
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { receiveMessage } from "#app/domain/messages/contact-messages.ts";
import { receiveNotice } from "#app/domain/messages/notices.ts";
import type { TestBrowser } from "../support/browser.ts";
import { signedInAs } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import {
  type MessageKey,
  translate,
  translationsOf,
  twoLanguages,
} from "../support/translations.ts";
import "../support/matchers.ts";
import { deskRefusal } from "../support/form-page.ts";

const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
const { db } = site;
let moderator: TestBrowser & { id: string };
let owner: TestBrowser & { id: string };

beforeAll(async () => {
  moderator = await signedInAs("moderator", site, "mia");
  owner = await signedInAs("owner", site, "olga");
});
beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await db.deleteFrom("contact_messages").execute();
  await db.deleteFrom("outbox").execute();
});
afterAll(() => site.close());

const team = "team@sosia.test";
const idOf = async () =>
  (
    await db
      .selectFrom("contact_messages")
      .select((row) => row.fn.max("id").as("id"))
      .executeTakeFirstOrThrow()
  ).id;

async function write(more: { message?: string } = {}) {
  const message = { name: "Ana", email: "ana@private.example", message: "Hello", ...more };
  await receiveMessage(db, { ...message, userId: null }, team, new Date());
  return String(await idOf());
}
async function giveNotice() {
  const notice = {
    name: "Law Ltd",
    email: "law@private.example",
    url: `${site.origin}/es/about`,
    message: "Mine",
    language: "fr",
  } as const;
  const emails = { operators: team, withReceipt: false };
  await receiveNotice(db, { ...notice, userId: null }, emails, new Date());
  return String(await idOf());
}
const stateOf = async (id: string) =>
  db
    .selectFrom("contact_messages")
    .select(["state", "version", "decision"])
    .where("id", "=", Number(id))
    .executeTakeFirstOrThrow();

const says = (key: MessageKey, values?: Record<string, string>) =>
  translate("en", `messages:${key}`, values);

test.each(twoLanguages)("a message is answered and reopened, in %s", async (code) => {
  const id = await write();
  const { messages } = translationsOf(code).desk;
  const path = `/${code}/desk/messages`;
  const card = (await owner.get(path)).dom.querySelector(`#message-${id}`)!;
  expect(card.querySelector("strong")?.text).toBe(messages.open);
  const reply = card.querySelector("a.button")?.getAttribute("href");
  expect(reply).toBe("mailto:ana@private.example?subject=Re%3A%20Hello");
  const done = await owner.post(path, { intent: "answered", id, version: "0" });
  expect(done.headers.get("Location")).toBe(path);
  expect(await owner.follow(done)).toShow(code, "desk.answered");
  const page = await owner.get(path);
  expect(page.dom.querySelector(`#message-${id} strong`)?.text).toBe(messages.answered);
  const again = await owner.post(path, { intent: "reopen", id, version: "1" });
  expect(await owner.follow(again)).toShow(code, "desk.reopened");
  expect(await stateOf(id)).toEqual({ state: "open", version: 2, decision: null });
});

test("the second of two operators sees what the first decided", async () => {
  const id = await write();
  await moderator.post("/en/desk/messages", { intent: "answered", id, version: "0" });
  const late = await owner.post("/en/desk/messages", { intent: "answered", id, version: "0" });
  expect(deskRefusal(late)).toEqual([
    409,
    says("desk.decided", {
      who: "mia",
      when: "now",
      what: translationsOf("en").desk.log.actions.answered,
    }),
  ]);
  expect((await stateOf(id)).version).toBe(1);
});

test("a client that sends no version decides on the current message; a second decision is refused and shows the first", async () => {
  const id = await write();
  const path = "/en/desk/messages";
  for (const [n, intent] of ["answered", "reopen"].entries()) {
    expect((await moderator.post(path, { intent, id })).status).toBe(303);
    expect((await stateOf(id)).version).toBe(n + 1);
    expect((await owner.post(path, { intent, id })).status).toBe(409);
  }
});

test("a notice is decided with reasons, and its sender is notified in their language", async () => {
  const id = await giveNotice();
  const path = "/en/desk/messages";
  const sent = { intent: "answered", id, version: "0", decision: "removed", reason: "" };
  const refused = await moderator.post(path, sent);
  expect(refused.status).toBe(422);
  expect(
    refused.dom.querySelector(`#message-${id} [value="removed"]`)?.hasAttribute("checked"),
  ).toBe(true);
  const bare = { intent: "answered", id, version: "0", reason: "<b>Because</b>" };
  const kept = await moderator.post(path, bare);
  expect(kept.status).toBe(422);
  expect(kept.dom.querySelector(`#message-${id} textarea`)?.text).toContain("Because");
  expect(await stateOf(id)).toEqual({ state: "open", version: 0, decision: null });
  const done = await moderator.post(path, { ...sent, reason: "It was yours." });
  expect(await moderator.follow(done)).toShow("en", "desk.noticeAnswered");
  const [told] = await db.selectFrom("outbox").selectAll().where("recipient", "!=", team).execute();
  expect(told).toMatchObject({
    recipient: "law@private.example",
    subject: translate("fr", "emails:noticeDecision.subject", { reference: id }),
  });
  for (const text of ["It was yours.", "no-reply@sosia.test"]) expect(told!.text).toContain(text);
  expect((await moderator.get(path)).html).not.toContain("private.example");
});

test.each([
  [{ intent: "answered", id: "x", version: "0" }, 422, "desk.unknown"],
  [{ intent: "answered", id: "1", version: "" }, 422, "desk.unknown"],
  [{ intent: "answered", version: "0" }, 422, "desk.unknown"],
  [{ intent: "reopen", id: "1", version: "-1" }, 422, "desk.unknown"],
  [{ intent: "answered", id: "999999", version: "0" }, 404, "desk.noMessage"],
] as const)("a form that names no message is refused: %o", async (fields, status, key) => {
  const answer = await owner.post("/en/desk/messages", fields);
  expect(deskRefusal(answer)).toEqual([status, says(key)]);
});

test("messages are shown in pages", async () => {
  for (let n = 1; n <= 25; n++) await write({ message: `Hello ${n}` });
  const first = await owner.get("/es/desk/messages");
  expect(first.dom.querySelectorAll("article")).toHaveLength(20);
  expect(first.dom.querySelector('a[href="/es/desk/messages?page=2"]')).not.toBeNull();
  const second = await owner.get("/es/desk/messages?page=2");
  expect(second.dom.querySelectorAll("article")).toHaveLength(5);
});
