import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { noteLanguage } from "./operators.ts";
import { addAccount, emailOf } from "../../../tests/support/accounts.ts";
import { freshDatabase, freshFile } from "../../../tests/support/database.ts";
import { suggestPerfume } from "../../../tests/support/suggestions.ts";
import { writeDeskDigest } from "./operator-emails.ts";
import { suspend } from "./sanctions.ts";
import { grant } from "./roles.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
const tomorrow = new Date("2026-12-02T00:10:00.000Z");
let db: Db;

async function prepare(database: Db): Promise<void> {
  for (const name of ["mod", "eve", "ana"]) await addAccount(database, name);
  await addAccount(database, "una", { confirmed: false });
  await grant(database, "mod", "moderator", null, now);
  await grant(database, "eve", "owner", null, now);
  await grant(database, "una", "owner", null, now);
}
const suggest = (database: Db) =>
  suggestPerfume(
    database,
    { marca: "Creed", nombre: "Aventus", userId: null, language: "es" },
    now,
  );
const write = (at = now, database = db) => writeDeskDigest(database, "https://sosia.test", at);
const emails = (database = db) =>
  database.selectFrom("outbox").select(["recipient", "text"]).orderBy("recipient").execute();

beforeEach(async () => {
  db = await freshDatabase();
  await prepare(db);
});

test("nobody is emailed while nothing waits, but what arrives later that day is still announced", async () => {
  expect(await write()).toBe(0);
  await suggest(db);
  expect(await write()).toBe(2);
});

test("every operator with a confirmed address is emailed once a day, in the desk's language", async () => {
  await suggest(db);
  await noteLanguage(db, "mod", "de");
  await noteLanguage(db, "ana", "fr");
  expect(await write()).toBe(2);
  expect(await emails()).toEqual([
    { recipient: emailOf("eve"), text: expect.stringContaining("Perfumes sugeridos\n1\n") },
    { recipient: emailOf("mod"), text: expect.stringContaining("https://sosia.test/de/desk\n") },
  ]);
  expect(await write(new Date("2026-12-01T23:59:00.000Z"))).toBeNull();
  expect(await write(tomorrow)).toBe(2);
});

test("an undeliverable address does not hold up the others", async () => {
  await suggest(db);
  await db.updateTable("accounts").set({ email: "a, b" }).where("user_id", "=", "eve").execute();
  expect(await write()).toBe(1);
});

test("of several processes at once, one sends the digest", async () => {
  const { url, db: first } = await freshFile();
  await prepare(first);
  await suggest(first);
  const others = [connect(url), connect(url)];
  const done = await Promise.all([first, ...others].map((one) => write(now, one)));
  expect(done.filter((count) => count === 2)).toHaveLength(1);
  expect(await emails(first)).toHaveLength(2);
  for (const one of [first, ...others]) await one.destroy();
});

test("a suspended operator gets no digest", async () => {
  await suggest(db);
  await suspend(db, "mod", { reason: "left", days: null }, "eve", now);
  expect(await write()).toBe(1);
  expect(await emails()).toMatchObject([{ recipient: emailOf("eve") }]);
});
