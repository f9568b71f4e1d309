import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import type { Db } from "#db/database.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { isTokenGood } from "./link-tokens.ts";
import { findAccount } from "./credentials.ts";
import { deleteUnconfirmed, type Registration, signUp } from "./registration.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const ana: Registration = {
  email: "Ana@Example.org",
  username: "Ana_1",
  fullName: "Ana Pérez",
  passwordHash: "hash",
};
const link = { origin: "https://sosia.test", language: "es" } as const;
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

test("without emails the account is active immediately", async () => {
  const created = await signUp(db, ana, null, now);
  expect(created).toMatchObject({ outcome: "active" });
  expect(await findAccount(db, "ana@example.ORG")).toMatchObject({
    passwordHash: "hash",
    confirmed: true,
  });
  expect(await db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

test("with emails the account waits for the emailed link", async () => {
  expect(await signUp(db, ana, link, now)).toMatchObject({ outcome: "to-confirm" });
  expect(await findAccount(db, ana.email)).toMatchObject({ confirmed: false });
  const [sent] = await db.selectFrom("outbox").selectAll().execute();
  expect(sent?.recipient).toBe(ana.email);
  const token = /\/es\/auth\/confirm\?token=([\w-]+)/.exec(sent!.text)![1]!;
  expect(await isTokenGood(db, token, "confirm", now)).toBe(true);
});

test("an address or a username in another spelling is taken", async () => {
  await signUp(db, ana, null, now);
  const other = { ...ana, email: "other@example.org", username: "other" };
  const [sameAddress, sameName] = [{ email: "ANA@example.org" }, { username: "ANA_1" }];
  const again = (same: object) => outcomeOf(signUp(db, { ...other, ...same }, null, now));
  expect([await again(sameAddress), await again(sameName)]).toEqual([
    "taken-email",
    "taken-username",
  ]);
});

test("50 identical concurrent sign-ups create one account and one email, and one username has one person", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => outcomeOf(signUp(db, ana, link, now))),
  );
  expect(outcomes.filter((outcome) => outcome !== "taken-email")).toHaveLength(1);
  for (const table of ["usuarios", "accounts", "outbox"] as const)
    expect([table, (await db.selectFrom(table).selectAll().execute()).length]).toEqual([table, 1]);
  const kims = Array.from({ length: 8 }, (_, n) => ({
    ...ana,
    email: `${n}@x.org`,
    username: "kim",
  }));
  const named = await Promise.all(kims.map((kim) => outcomeOf(signUp(db, kim, null, now))));
  expect(named.filter((outcome) => outcome !== "taken-username")).toHaveLength(1);
});

test("no account is created when its email cannot be queued", async () => {
  const nobody = { ...ana, email: "no address" };
  await expect(signUp(db, nobody, link, now)).rejects.toThrow("Invalid input");
  expect(await db.selectFrom("usuarios").selectAll().execute()).toEqual([]);
});

test("an unconfirmed account is deleted after a week, which frees its name", async () => {
  const week = 7 * 24 * 60 * 60 * 1000;
  await signUp(db, ana, link, now);
  await deleteUnconfirmed(db, new Date(now.getTime() + week));
  expect(await findAccount(db, ana.email)).not.toBeNull();
  await deleteUnconfirmed(db, new Date(now.getTime() + week + 1));
  expect(await findAccount(db, ana.email)).toBeNull();
  await signUp(db, ana, null, now);
  await deleteUnconfirmed(db, new Date(now.getTime() + 10 * week));
  expect(await findAccount(db, ana.email)).not.toBeNull();
});

test("deleting an unconfirmed account deletes its emails and no others", async () => {
  await signUp(db, ana, link, now);
  const to = (address: string) => ({ to: address, subject: "x", text: "x", html: "x" });
  await queueEmail(db, to(`x${ana.email}`), now);
  await queueEmail(db, { ...to("team@example.org"), replyTo: ana.email }, now);
  await deleteUnconfirmed(db, new Date(now.getTime() + 8 * 24 * 60 * 60 * 1000));
  const left = await db.selectFrom("outbox").select("recipient").orderBy("id").execute();
  expect(left.map(({ recipient }) => recipient)).toEqual([`x${ana.email}`, "team@example.org"]);
});
