import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { confirmEmail, exchangeForReset, resetPassword, sendLink } from "./email-links.ts";
import { findCurrentUser, startSession } from "./sessions.ts";
import { findAccount } from "./credentials.ts";
import { signUp } from "./registration.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const later = new Date("2026-01-01T01:00:00.000Z");
const email = "ana@example.org";
const link = { origin: "https://sosia.test", language: "en" } as const;
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await signUp(db, { email, username: "ana", fullName: "Ana", passwordHash: "old" }, link, now);
});

async function lastEmail() {
  return db.selectFrom("outbox").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
}
const lastToken = async () => /token=([\w-]+)/.exec((await lastEmail()).text)![1]!;
const emails = async () => (await db.selectFrom("outbox").select("id").execute()).length;

test("the emailed link confirms the address, once", async () => {
  const token = await lastToken();
  const userId = await confirmEmail(db, token, now);
  expect(await findAccount(db, email)).toMatchObject({ userId, confirmed: true });
  expect(await confirmEmail(db, token, now)).toBeNull();
});

test("a repeated email supersedes the first, and is sent only to people who still need it", async () => {
  const first = await lastToken();
  await sendLink(db, "ANA@example.org", "confirm", link, now);
  const second = await lastToken();
  expect((await lastEmail()).recipient).toBe(email);
  expect(await confirmEmail(db, first, now)).toBeNull();
  expect(await confirmEmail(db, second, later)).not.toBeNull();
  const before = await emails();
  await sendLink(db, email, "confirm", link, now);
  await sendLink(db, "nobody@example.org", "confirm", link, now);
  expect(await emails()).toBe(before);
});

test("who signed up while the site had no SMTP can sign in and confirm once it has", async () => {
  const early = { email: "bea@example.org", username: "bea", fullName: "Bea", passwordHash: "old" };
  const { userId } = (await signUp(db, early, null, now)) as { userId: string };
  expect(await findAccount(db, early.email)).toMatchObject({ confirmed: true });
  const session = await startSession(db, userId, "c", now);
  const isConfirmed = async (withSmtp: boolean) =>
    (await findCurrentUser(db, session, later, withSmtp))!.confirmed;
  expect([await isConfirmed(false), await isConfirmed(true)]).toEqual([true, false]);
  await sendLink(db, early.email, "confirm", link, later);
  expect(await confirmEmail(db, await lastToken(), later)).toBe(userId);
  expect(await isConfirmed(true)).toBe(true);
});

test("a reset changes the password, ends every session, confirms the address and notifies its owner", async () => {
  const { userId } = (await findAccount(db, email))!;
  const session = await startSession(db, userId, "c", now);
  await sendLink(db, email, "reset", link, now);
  const token = await lastToken();
  expect(await findCurrentUser(db, session, now)).not.toBeNull();
  expect(await resetPassword(db, token, "new", link, now)).toBe(userId);
  expect(await findAccount(db, email)).toEqual({ userId, passwordHash: "new", confirmed: true });
  expect(await findCurrentUser(db, session, now)).toBeNull();
  expect(await lastEmail()).toMatchObject({
    recipient: email,
    subject: "Your Sosia password was changed",
  });
  expect(await resetPassword(db, token, "newer", link, now)).toBeNull();
  expect(await findAccount(db, email)).toMatchObject({ passwordHash: "new" });
});

test("a confirmation link leads to a new password, after which no link works", async () => {
  const token = await lastToken();
  expect(await resetPassword(db, token, "new", link, now)).toBeNull();
  const reset = (await exchangeForReset(db, token, now))!;
  expect(await resetPassword(db, reset, "new", link, now)).not.toBeNull();
  expect(await findAccount(db, email)).toMatchObject({ passwordHash: "new", confirmed: true });
  expect(await exchangeForReset(db, token, now)).toBeNull();
  expect(await confirmEmail(db, token, now)).toBeNull();
});

test("a reset for an unknown address does nothing", async () => {
  const before = await emails();
  await sendLink(db, "nobody@example.org", "reset", link, now);
  expect(await emails()).toBe(before);
  expect(await db.selectFrom("account_tokens").select("purpose").execute()).toEqual([
    { purpose: "confirm" },
  ]);
});
