import { expect, test } from "vitest";
import { freshDatabase } from "../../tests/support/database.ts";
import { deleteOldEmails, type Email, queueEmail } from "./outbox.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const email: Email = { to: "ana@example.org", subject: "Hello", text: "Hi.", html: "<p>Hi.</p>" };

const rows = (db: Awaited<ReturnType<typeof freshDatabase>>) =>
  db.selectFrom("outbox").selectAll().orderBy("id").execute();

test("an email is due as soon as it is queued, and has its own id", async () => {
  const db = await freshDatabase();
  await queueEmail(db, { ...email, replyTo: "bea@example.org" }, now);
  await queueEmail(db, email, now);
  const [first, second] = await rows(db);
  expect(first).toMatchObject({
    recipient: "ana@example.org",
    reply_to: "bea@example.org",
    subject: "Hello",
    attempts: 0,
    created_at: now.toISOString(),
    next_attempt_at: now.toISOString(),
  });
  expect(first!.message_id).toMatch(/^[\da-f-]{36}$/);
  expect(second!.message_id).not.toBe(first!.message_id);
  expect(second!.reply_to).toBeNull();
});

test("an email queued in a transaction that is rolled back is not sent", async () => {
  const db = await freshDatabase();
  const action = db.transaction().execute(async (tx) => {
    await queueEmail(tx, email, now);
    throw new Error("the action failed");
  });
  await expect(action).rejects.toThrow("the action failed");
  expect(await rows(db)).toEqual([]);
});

test.each([
  " ",
  "ana",
  "ana@example.org, bea@example.org",
  "ana@example.org;bea@example.org",
  "Ana <ana@example.org>",
  "ana@example.org\n",
  "ana@example.org\r\nBcc: bea@example.org",
  " ana@example.org",
  '"ana,bea"@example.org',
  "ana@exam\u0000ple.org",
])("anything but exactly one address is refused, as recipient and reply-to: %j", async (text) => {
  const db = await freshDatabase();
  for (const part of [{ to: text }, { replyTo: text }])
    await expect(queueEmail(db, { ...email, ...part }, now)).rejects.toThrow("Invalid");
  expect(await rows(db)).toEqual([]);
});

test.each(["ana.o'neil+x@mail.example.org", "no-reply@localhost", "no-reply@127.0.0.1"])(
  "an address may be unusual: %s",
  async (to) => {
    const db = await freshDatabase();
    await queueEmail(db, { ...email, to }, now);
    expect(await rows(db)).toMatchObject([{ recipient: to }]);
  },
);

test.each([
  ["Hi\r\nBcc: bea@example.org", "Hi Bcc: bea@example.org"],
  [" a\t\u0000\u2028b\u0085\u202Ec ", "a b c"],
  ["é".repeat(500), "é".repeat(150)],
  [`${"a".repeat(149)}😀`, `${"a".repeat(149)}\uFFFD`],
])("a subject becomes one line of moderate length: %j", async (subject, kept) => {
  const db = await freshDatabase();
  await queueEmail(db, { ...email, subject }, now);
  expect(await rows(db)).toMatchObject([{ subject: kept }]);
});

test("sent and dead emails are deleted after 30 days; waiting ones stay", async () => {
  const db = await freshDatabase();
  const monthAgo = "2026-01-30T10:00:00.000Z";
  const later = "2026-01-30T10:00:00.001Z";
  const ends = [
    { sent_at: monthAgo },
    { sent_at: later },
    { dead_at: monthAgo },
    { dead_at: later },
  ];
  for (const end of ends) {
    await queueEmail(db, { ...email, subject: JSON.stringify(end) }, new Date("2026-01-01"));
    await db
      .updateTable("outbox")
      .set({ next_attempt_at: null, ...end })
      .where("subject", "=", JSON.stringify(end))
      .execute();
  }
  await queueEmail(db, { ...email, subject: "waiting" }, new Date("2026-01-01"));
  await deleteOldEmails(db, now);
  const left = (await rows(db)).map(({ subject }) => subject);
  expect(left).toEqual([JSON.stringify(ends[1]), JSON.stringify(ends[3]), "waiting"]);
});
