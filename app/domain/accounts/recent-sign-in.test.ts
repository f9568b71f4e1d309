import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { findKeptForm, isRecent, keepForm, recent } from "./recent-sign-in.ts";

const now = new Date("2026-12-03T10:00:00.000Z");
const form = {
  path: "/es/desk/people/tom",
  fields: [
    ["intent", "suspend"],
    ["days", "493817"],
    ["reason", "ñandú 🌸"],
  ] as [string, string][],
};
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "eve"]) await addAccount(db, name);
});

test("a kept form can be read only by its sender, and only until it expires", async () => {
  const token = await keepForm(db, "eve", form, now);
  expect(await findKeptForm(db, "eve", token, now)).toEqual(form);
  expect(await findKeptForm(db, "ana", token, now)).toBeNull();
  expect(await findKeptForm(db, "eve", "another", now)).toBeNull();
  expect(await findKeptForm(db, "eve", token, new Date(now.getTime() + recent))).toBeNull();
});

test("the database holds no plaintext of a kept form, which can contain what is said about a person", async () => {
  const token = await keepForm(db, "eve", form, now);
  const { fields, token_hash } = await db
    .selectFrom("kept_forms")
    .select(["fields", "token_hash"])
    .executeTakeFirstOrThrow();
  for (const encoding of ["utf8", "base64url"] as const)
    expect(Buffer.from(fields, encoding).toString()).not.toMatch(/493817|days|reason|intent/u);
  expect([fields, token_hash].join()).not.toContain(token);
});

test("a tampered row is not accepted as a form", async () => {
  const token = await keepForm(db, "eve", form, now);
  await db
    .updateTable("kept_forms")
    .set({ fields: JSON.stringify(form.fields) })
    .execute();
  expect(await findKeptForm(db, "eve", token, now)).toBeNull();
});

test.each([
  [-recent - 1, false],
  [-recent, true],
  // From a process whose clock is slightly ahead.
  [5000, true],
  [60_000, false],
])("a sign-in %i ms from now counts as recent: %s", (distance, expected) => {
  const provedAt = new Date(now.getTime() + distance).toISOString();
  expect(isRecent({ provedAt }, now)).toBe(expected);
});
