import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { deleteOldMessages, receiveMessage } from "./contact-messages.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const message = {
  name: "Ana",
  email: "ana@example.org",
  message: "Hello.\nIs it you?",
  userId: null as string | null,
};
const team = "contact@sosia.test";
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

const messages = () => db.selectFrom("contact_messages").selectAll().orderBy("id").execute();
const emails = () =>
  db.selectFrom("outbox").select(["recipient", "reply_to", "subject", "text"]).execute();

test("a message is stored and its email queued", async () => {
  expect(await receiveMessage(db, message, team, now)).toBe("received");
  const { userId: user_id, ...written } = message;
  const nothing = { url: null, language: null, decision: null, decision_reason: null };
  expect(await messages()).toEqual([
    {
      id: 1,
      kind: "contact",
      ...written,
      ...nothing,
      privacy_accepted: 1,
      created_at: now.toISOString(),
      user_id,
      state: "open",
      version: 0,
      answered_at: null,
    },
  ]);
  expect(await emails()).toEqual([
    {
      recipient: team,
      reply_to: message.email,
      subject: expect.stringMatching(/ – Ana$/),
      text: expect.stringContaining(message.message),
    },
  ]);
});

test("nothing is stored when the email cannot be queued", async () => {
  const wrong = "a@example.org, b@example.org";
  await expect(receiveMessage(db, message, wrong, now)).rejects.toThrow("Invalid input");
  expect([await messages(), await emails()]).toEqual([[], []]);
});

test("no email is sent when the message cannot be stored", async () => {
  const long = { ...message, message: "x".repeat(1001) };
  await expect(receiveMessage(db, long, team, now)).rejects.toSatisfy(isConstraint);
  expect(await emails()).toEqual([]);
});

test("message length is counted in characters, not in UTF-16 units", async () => {
  const long = { ...message, message: "💐".repeat(1000) };
  expect(await receiveMessage(db, long, team, now)).toBe("received");
});

test("the same message within a minute counts once, even concurrently", async () => {
  const outcomes = await Promise.all(
    [now, now, now].map((at) => receiveMessage(db, message, team, at)),
  );
  expect(outcomes.toSorted()).toEqual(["duplicate", "duplicate", "received"]);
  expect(await receiveMessage(db, message, team, later(59))).toBe("duplicate");
  expect([(await messages()).length, (await emails()).length]).toEqual([1, 1]);
  expect(await receiveMessage(db, message, team, later(60))).toBe("received");
});

test("of two concurrent messages, the first can be stored after the second", async () => {
  expect(await receiveMessage(db, message, team, later(1))).toBe("received");
  expect(await receiveMessage(db, message, team, now)).toBe("duplicate");
});

test.each([{ name: "Bea" }, { email: "bea@example.org" }, { message: "Hello!" }])(
  "a message that differs in %o is not a duplicate",
  async (other) => {
    await receiveMessage(db, message, team, now);
    expect(await receiveMessage(db, { ...message, ...other }, team, now)).toBe("received");
  },
);

test("messages are erased after 12 months", async () => {
  await receiveMessage(db, { ...message, name: "old" }, team, new Date(now.getTime() - 1));
  await receiveMessage(db, { ...message, name: "new" }, team, now);
  await deleteOldMessages(db, new Date("2027-02-03T10:00:00.000Z"));
  expect(await messages()).toMatchObject([{ name: "new" }]);
});

test("a message is linked to the sender's account, and deleted with it", async () => {
  const userId = await addAccount(db, "ana");
  await receiveMessage(db, { ...message, userId }, team, now);
  expect(await messages()).toMatchObject([{ user_id: "ana" }]);
  await db.deleteFrom("usuarios").execute();
  expect(await messages()).toEqual([]);
});

test("a message by a just-deleted account is kept as a visitor's", async () => {
  expect(await receiveMessage(db, { ...message, userId: "gone" }, team, now)).toBe("received");
  expect(await messages()).toMatchObject([{ user_id: null }]);
});

test("a message from before the clock was set back is not a duplicate", async () => {
  await receiveMessage(db, message, team, now);
  expect(await receiveMessage(db, message, team, later(-24 * 60 * 60))).toBe("received");
});
