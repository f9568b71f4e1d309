import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { maxEmails, retry, unsentFor } from "./unsent-for-operators.ts";
import { grant, withoutAddresses } from "./roles.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
const at = now.toISOString();
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["mod", "ana"]) await addAccount(db, name);
  await grant(db, "mod", "moderator", null, now);
});

async function queue(more: object = {}, subject = "Hello"): Promise<void> {
  await queueEmail(db, { to: "ana@private.example", subject, text: "t", html: "h" }, now);
  if (Object.keys(more).length === 0) return;
  await db
    .updateTable("outbox")
    .set(more)
    .where("id", "=", (row) => row.selectFrom("outbox").select((one) => one.fn.max("id").as("id")))
    .execute();
}
const dead = {
  dead_at: at,
  next_attempt_at: null,
  attempts: 9,
  last_error: "550 no <ana@private.example>",
};
const failing = { attempts: 2, last_error: "451 later" };
const ids = async () => {
  const found = await unsentFor(db, "owner");
  return Object.fromEntries(
    Object.entries(found).map(([key, all]) => [key, all.map(({ id }) => id)]),
  );
};
const log = () =>
  db.selectFrom("audit_log").selectAll().where("action", "=", "retry").orderBy("id").execute();

test("emails are listed by state, without those already sent", async () => {
  for (const more of [{}, failing, dead, { sent_at: at, next_attempt_at: null }]) await queue(more);
  expect(await ids()).toEqual({ waiting: [1], failing: [2], dead: [3] });
  for (let n = 0; n < maxEmails + 5; n++) await queue(dead);
  expect((await ids()).dead).toHaveLength(maxEmails);
});

test("moderators see no email address: not as recipient, in a server's reply or in a subject", async () => {
  await queue(dead, "Message from eva@private.example");
  const seen = (await unsentFor(db, "moderator")).dead[0]!;
  expect(seen).toMatchObject({
    recipient: null,
    subject: "Message from …",
    last_error: "550 no <…>",
  });
  const [owners] = (await unsentFor(db, "owner")).dead;
  expect(owners).toMatchObject({ recipient: "ana@private.example", last_error: dead.last_error });
});

test.each([
  ["550 5.1.1 <ana+tag@mail.example>: unknown", "550 5.1.1 <…>: unknown"],
  ["to=ana@localhost, relay=none", "to=…, relay=none"],
  ["ñandú@correo.es (x)", "… (x)"],
  ["a @ b", "a @ b"],
  ["nothing", "nothing"],
])("%j without addresses is %j", (text, without) => {
  expect(withoutAddresses(text)).toBe(without);
});

test("one email or all are made due again, with a log entry; sent and in-flight ones are left alone", async () => {
  for (const more of [dead, dead, failing]) await queue(more);
  await queue({ sent_at: at, next_attempt_at: null });
  await queue({ lease: "worker", next_attempt_at: "2026-12-01T10:05:00.000Z" });
  expect(await retry(db, 1, "mod", now)).toEqual({ count: 1 });
  expect(await ids()).toMatchObject({ dead: [2], failing: [3] });
  expect(await outcomeOf(retry(db, 4, "mod", now))).toBe("nothing-to-retry");
  expect(await outcomeOf(retry(db, 5, "mod", now))).toBe("nothing-to-retry");
  expect(await retry(db, null, "mod", now)).toEqual({ count: 3 });
  expect(await ids()).toMatchObject({ dead: [], failing: [] });
  expect(await log()).toMatchObject([
    { subject: "email:1", after: '{"count":1}' },
    { subject: "emails", after: '{"count":3}', actor_id: "mod" },
  ]);
  expect(await outcomeOf(retry(db, null, "ana", now))).toBe("not-allowed");
});
