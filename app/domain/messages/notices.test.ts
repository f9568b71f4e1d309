import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { deleteOldMessages, receiveMessage } from "./contact-messages.ts";
import { answerNotice, receiveNotice } from "./notices.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const notice = {
  name: "Ana",
  email: "ana@example.org",
  url: "https://sosia.test/es/perfume/x-1",
  message: "It is my photo.",
  language: "fr" as const,
  userId: null as string | null,
};
const team = "team@sosia.test";
const both = { operators: team, withReceipt: true };
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

const receive = (more = {}, at = now) => receiveNotice(db, { ...notice, ...more }, both, at);
const rows = () => db.selectFrom("contact_messages").selectAll().orderBy("id").execute();
const emails = () =>
  db.selectFrom("outbox").select(["recipient", "subject"]).orderBy("id").execute();
const decision = { id: 1, version: 0, decision: "removed", reason: "You are right." } as const;
const answer = (more = {}, at = later(10)) => answerNotice(db, { ...decision, ...more }, team, at);

test("a notice is stored as open, and both emails contain its number", async () => {
  expect(await receive()).toBe("received");
  expect(await rows()).toMatchObject([
    {
      id: 1,
      kind: "notice",
      url: notice.url,
      message: notice.message,
      language: "fr",
      state: "open",
      decision: null,
    },
  ]);
  expect(await emails()).toEqual([
    { recipient: team, subject: "Notificación de contenido ilícito n.º 1" },
    { recipient: notice.email, subject: expect.stringMatching(/1$/) },
  ]);
});

test("the same notice within a minute counts once; one from another address is separate", async () => {
  const outcomes = await Promise.all([receive(), receive(), receive()]);
  expect(outcomes.toSorted()).toEqual(["duplicate", "duplicate", "received"]);
  expect(await receive({}, later(59))).toBe("duplicate");
  expect(await receive({ url: `${notice.url}0` })).toBe("received");
  expect((await emails()).length).toBe(4);
});

test("a notice can have 4,000 characters, a message 1,000", async () => {
  expect(await receive({ message: "💐".repeat(4000) })).toBe("received");
  await expect(receive({ message: "x".repeat(4001) })).rejects.toSatisfy(isConstraint);
  const { name, email: from } = notice;
  const message = { name, email: from, message: "x".repeat(1001), userId: null };
  await expect(receiveMessage(db, message, team, now)).rejects.toSatisfy(isConstraint);
});

test("a decision is stored and emailed once; a second operator learns what it was", async () => {
  await receive();
  const answers = await Promise.all([answer(), answer({ decision: "kept" })]);
  const decided = answers[0].outcome === "answered" ? "removed" : "kept";
  expect(answers).toContainEqual({ outcome: "answered", version: 1, before: "open" });
  expect(answers).toContainEqual({ outcome: "stale", version: 1, decision: decided });
  expect(await rows()).toMatchObject([
    {
      state: "answered",
      decision: decided,
      decision_reason: "You are right.",
      answered_at: later(10).toISOString(),
    },
  ]);
  expect((await emails()).slice(2)).toEqual([
    { recipient: notice.email, subject: expect.stringMatching(/1$/) },
  ]);
  expect(await answer({ version: 1, decision: "kept" })).toMatchObject({ before: "answered" });
});

test("only a notice gets a decision, and only when its email can be queued", async () => {
  await receiveMessage(
    db,
    { name: "Bea", email: notice.email, message: "Hello.", userId: null },
    team,
    now,
  );
  expect(await answer()).toEqual({ outcome: "no-such-notice" });
  expect(await answer({ id: 7 })).toEqual({ outcome: "no-such-notice" });
  await receive();
  await db.updateTable("contact_messages").set({ email: "nobody" }).where("id", "=", 2).execute();
  await expect(answer({ id: 2 })).rejects.toThrow("Invalid input");
  expect((await rows())[1]).toMatchObject({ state: "open", version: 0 });
});

test("notices are deleted after 12 months, and with the sender's account", async () => {
  const userId = await addAccount(db, "ana");
  await receive({ userId });
  await receive({ name: "Old" }, new Date(now.getTime() - 1));
  await deleteOldMessages(db, new Date("2027-02-03T10:00:00.000Z"));
  expect(await rows()).toMatchObject([{ name: "Ana", user_id: "ana" }]);
  await db.deleteFrom("usuarios").execute();
  expect(await rows()).toEqual([]);
});
