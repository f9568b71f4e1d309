import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { receiveMessage } from "#app/domain/messages/contact-messages.ts";
import { receiveNotice } from "#app/domain/messages/notices.ts";
import { markAnswered, messagesFor, pageSize, reopen } from "./messages-for-operators.ts";
import { grant } from "./roles.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const team = "team@sosia.test";
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["mod", "eve", "ana"]) await addAccount(db, name);
  await grant(db, "mod", "moderator", null, now);
  await grant(db, "eve", "owner", null, now);
});

const write = (message: string, at = now, userId: string | null = null) =>
  receiveMessage(db, { name: "Ana", email: "ana@private.example", message, userId }, team, at);
const giveNotice = () =>
  receiveNotice(
    db,
    {
      name: "Rights Ltd",
      email: "law@private.example",
      url: "https://sosia.test/es",
      message: "Mine",
      language: "fr",
      userId: null,
    },
    { operators: team, withReceipt: false },
    now,
  );
const kept = {
  decision: "kept",
  reason: " It is\u0007 yours to\u0000 prove. ",
  contact: team,
} as const;
const log = () =>
  db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject", "like", "message%")
    .orderBy("id")
    .execute();
const toSender = () =>
  db
    .selectFrom("outbox")
    .selectAll()
    .where("recipient", "=", "law@private.example")
    .orderBy("id")
    .execute();
const listed = async () =>
  (await messagesFor(db, "owner", 1)).messages.map(({ id, state }) => `${id} ${state}`);

test("open messages come first, oldest first, then answered ones, newest first", async () => {
  for (const text of ["one", "two", "three", "four"]) await write(text);
  for (const id of [1, 3]) await markAnswered(db, { id, version: 0 }, null, "mod", now);
  expect(await listed()).toEqual(["2 open", "4 open", "3 answered", "1 answered"]);
  await reopen(db, { id: 1, version: 1 }, "mod", now);
  expect(await listed()).toEqual(["1 open", "2 open", "4 open", "3 answered"]);
});

test("pages continue from open to answered messages without gaps", async () => {
  for (let n = 1; n <= pageSize + 5; n++) await write(`message ${n}`);
  for (let id = 1; id <= 10; id++) await markAnswered(db, { id, version: 0 }, null, "mod", now);
  const first = await messagesFor(db, "owner", 1);
  const second = await messagesFor(db, "owner", 2);
  expect([first.open, first.total, first.pages]).toEqual([pageSize - 5, pageSize + 5, 2]);
  const ids = [...first.messages, ...second.messages].map(({ id }) => id);
  expect(ids).toHaveLength(pageSize + 5);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await messagesFor(db, "owner", 3)).messages).toEqual([]);
});

test("moderators see no email address, owners do", async () => {
  await write("Hello");
  expect((await messagesFor(db, "owner", 1)).messages[0]!.email).toBe("ana@private.example");
  expect(JSON.stringify(await messagesFor(db, "moderator", 1))).not.toContain("private.example");
});

test("a message is answered and reopened, each with a log entry that names the person concerned", async () => {
  await write("Hello", now, "ana");
  await markAnswered(db, { id: 1, version: 0 }, null, "mod", now);
  await reopen(db, { id: 1, version: 1 }, "eve", now);
  expect(await log()).toMatchObject([
    { action: "answered", subject: "message:1", actor_id: "mod", person_id: "ana" },
    { action: "reopen", actor_id: "eve", via: "desk", after: '{"state":"open"}' },
  ]);
});

test("the second of two operators changes nothing and learns what the first did", async () => {
  await write("Hello");
  await markAnswered(db, { id: 1, version: 0 }, null, "mod", now);
  const late = markAnswered(db, { id: 1, version: 0 }, null, "eve", later(1));
  const did = { action: "answered", actorName: "mod" };
  await expect(late).rejects.toMatchObject({ code: "stale", did });
  expect(await outcomeOf(markAnswered(db, { id: 1, version: 1 }, null, "eve", later(1)))).toBe(
    "stale",
  );
  expect(await outcomeOf(reopen(db, { id: 1, version: 0 }, "eve", later(1)))).toBe("stale");
  expect(await log()).toHaveLength(1);
});

test("a notice needs a decision with reasons, which its sender is sent", async () => {
  await giveNotice();
  const seen = { id: 1, version: 0 };
  expect(await outcomeOf(markAnswered(db, seen, null, "mod", now))).toBe("needs-decision");
  expect(await outcomeOf(markAnswered(db, seen, { ...kept, reason: " \u0007" }, "mod", now))).toBe(
    "needs-decision",
  );
  expect([await log(), await toSender()]).toEqual([[], []]);
  await markAnswered(db, seen, kept, "mod", now);
  expect(await toSender()).toMatchObject([
    { text: expect.stringContaining("\nIt is yours to prove.\n") },
  ]);
  const [entry] = await log();
  expect(entry).toMatchObject({ after: '{"state":"answered","decision":"kept"}' });
  expect(entry!.reason).toBe("It is yours to prove.");
  await reopen(db, { id: 1, version: 1 }, "mod", now);
  const again = { ...kept, decision: "removed" as const };
  await markAnswered(db, { id: 1, version: 2 }, again, "eve", now);
  expect(await toSender()).toHaveLength(2);
  expect((await log()).at(-1)!.before).toBe('{"state":"open","decision":"kept"}');
});

test("people who are not operators cannot decide, and a missing message cannot be answered", async () => {
  await write("Hello");
  expect(await outcomeOf(markAnswered(db, { id: 1, version: 0 }, null, "ana", now))).toBe(
    "not-allowed",
  );
  expect(await outcomeOf(reopen(db, { id: 9, version: 0 }, "mod", now))).toBe("no-such-message");
  expect(await listed()).toEqual(["1 open"]);
});
