import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { runCommand } from "../../tests/support/command.ts";
import { freshSqlite } from "../../tests/support/sqlite-databases.ts";

const then = "2026-03-01T10:00:00.000Z";
const ever = "2999-01-01T00:00:00.000Z";
let database: string;
let db: Db;

beforeEach(async () => {
  database = await freshSqlite();
  db = connect(database);
  const email = { subject: "s", text: "secret", html: "secret", created_at: then };
  const none = { next_attempt_at: null, sent_at: null, dead_at: null };
  await db
    .insertInto("outbox")
    .values(
      [
        { message_id: "1", recipient: "sent@example.org", sent_at: then },
        { message_id: "2", recipient: "dead@example.org", dead_at: then, attempts: 1 },
        { message_id: "3", recipient: "waiting@example.org", next_attempt_at: ever, attempts: 3 },
        { message_id: "4", recipient: "new@example.org", next_attempt_at: ever },
        { message_id: "5", recipient: "now@example.org", next_attempt_at: ever, lease: "other" },
      ].map((row) => ({
        ...email,
        ...none,
        attempts: 0,
        lease: null,
        reply_to: null,
        last_error: row.attempts ? `EENVELOPE ${row.message_id}` : null,
        ...row,
      })),
    )
    .execute();
});

afterEach(() => db.destroy());

const mail = (...words: string[]) => runCommand("mail", database, words);

async function due(): Promise<number[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("id")
    .where("next_attempt_at", "<=", new Date().toISOString())
    .where("dead_at", "is", null)
    .where("attempts", "=", 0)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

test("status counts the emails and lists the failing ones", async () => {
  const { code, out, err } = await mail("status");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toBe(`3 waiting, 1 sent, 1 dead
2  ${then}  dead after 1  dead@example.org  EENVELOPE 2
3  ${then}  waiting after 3  waiting@example.org  EENVELOPE 3
`);
});

test("retry makes all unsent emails due, except the one being sent", async () => {
  expect(await mail("retry")).toEqual({ code: 0, out: "3 emails are due now.\n", err: "" });
  expect(await due()).toEqual([2, 3, 4]);
});

test("retrying one email leaves the others alone", async () => {
  expect(await mail("retry", "2")).toEqual({ code: 0, out: "1 email is due now.\n", err: "" });
  expect(await due()).toEqual([2]);
});

test.each(["1", "5", "99"])(
  "a sent, in-progress or unknown email is not retried: %s",
  async (id) => {
    const { code, out, err } = await mail("retry", id);
    expect([code, out, err]).toEqual([1, "", `No email ${id} is waiting or dead.\n`]);
    expect(await due()).toEqual([]);
  },
);

test.each([
  [[]],
  [["status", "1"]],
  [["retry", "all"]],
  [["retry", "0"]],
  [["retry", "1", "2"]],
  [["send"]],
])("an invalid command exits with 2 and says why: %j", async (words) => {
  const { code, out, err } = await mail(...words);
  expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^Usage: npm run mail/)]);
  expect(await due()).toEqual([]);
});
