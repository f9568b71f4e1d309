import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/connect.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { forgetOldMessages, receiveMessage } from "./messages.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const message = { name: "Ana", email: "ana@example.org", message: "Hello.\nIs it you?" };
const letter = {
  to: "contact@sosia.test",
  replyTo: message.email,
  subject: "A message",
  text: message.message,
  html: "<p>Hello.</p>",
};
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

const messages = () => db.selectFrom("contact_messages").selectAll().orderBy("id").execute();
const letters = () =>
  db.selectFrom("outbox").select(["recipient", "reply_to", "subject", "text"]).execute();

test("a message is stored, and its letter queued", async () => {
  expect(await receiveMessage(db, message, letter, now)).toBe("received");
  expect(await messages()).toEqual([
    { id: 1, ...message, privacy_accepted: 1, created_at: now.toISOString() },
  ]);
  expect(await letters()).toEqual([
    {
      recipient: letter.to,
      reply_to: message.email,
      subject: letter.subject,
      text: letter.text,
    },
  ]);
});

test("when the letter cannot be queued nothing is stored", async () => {
  const wrong = { ...letter, to: "a@example.org, b@example.org" };
  await expect(receiveMessage(db, message, wrong, now)).rejects.toThrow("Invalid input");
  expect([await messages(), await letters()]).toEqual([[], []]);
});

test("when the message cannot be stored no letter goes out", async () => {
  const long = { ...message, message: "x".repeat(1001) };
  await expect(receiveMessage(db, long, letter, now)).rejects.toThrow("CHECK");
  expect(await letters()).toEqual([]);
});

test("the longest message is counted in characters, not in halves of them", async () => {
  const long = { ...message, message: "💐".repeat(1000) };
  expect(await receiveMessage(db, long, letter, now)).toBe("received");
});

test("the same message within a minute counts once, also at once", async () => {
  const outcomes = await Promise.all(
    [now, now, later(59)].map((at) => receiveMessage(db, message, letter, at)),
  );
  expect(outcomes).toEqual(["received", "duplicate", "duplicate"]);
  expect([(await messages()).length, (await letters()).length]).toEqual([1, 1]);
  expect(await receiveMessage(db, message, letter, later(60))).toBe("received");
});

test.each([{ name: "Bea" }, { email: "bea@example.org" }, { message: "Hello!" }])(
  "a message that differs in %o is another",
  async (other) => {
    await receiveMessage(db, message, letter, now);
    expect(await receiveMessage(db, { ...message, ...other }, letter, now)).toBe("received");
  },
);

test("messages are erased after 12 months", async () => {
  await receiveMessage(db, { ...message, name: "old" }, letter, new Date(now.getTime() - 1));
  await receiveMessage(db, { ...message, name: "new" }, letter, now);
  await forgetOldMessages(db, new Date("2027-02-03T10:00:00.000Z"));
  expect(await messages()).toMatchObject([{ name: "new" }]);
});
