import { beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { deleteOldTokens, isTokenGood, issueToken, consumeToken } from "./link-tokens.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await addAccount(db, "ana");
});

test("a token works once, and looking at it does not consume it", async () => {
  const token = await issueToken(db, "ana", "confirm", now);
  for (let look = 0; look < 2; look++)
    expect(await isTokenGood(db, token, "confirm", now)).toBe(true);
  expect(await consumeToken(db, token, "confirm", now)).toBe("ana");
  expect(await consumeToken(db, token, "confirm", now)).toBeNull();
  expect(await isTokenGood(db, token, "confirm", now)).toBe(false);
});

test("only one of 20 concurrent uses of a token succeeds", async () => {
  const token = await issueToken(db, "ana", "reset", now);
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => consumeToken(db, token, "reset", now)),
  );
  expect(taken.filter((userId) => userId === "ana")).toHaveLength(1);
});

test.each([
  ["confirm", 24 * 60],
  ["reset", 60],
] as const)("a token to %s is valid for %i minutes", async (purpose, minutes) => {
  const token = await issueToken(db, "ana", purpose, now);
  expect(await isTokenGood(db, token, purpose, after(minutes - 1))).toBe(true);
  expect(await isTokenGood(db, token, purpose, after(minutes))).toBe(false);
  expect(await consumeToken(db, token, purpose, after(minutes))).toBeNull();
});

test("a newer token supersedes an older one of the same purpose only", async () => {
  const older = await issueToken(db, "ana", "confirm", now);
  const reset = await issueToken(db, "ana", "reset", now);
  const newer = await issueToken(db, "ana", "confirm", now);
  expect(await isTokenGood(db, older, "confirm", now)).toBe(false);
  expect(await isTokenGood(db, newer, "confirm", now)).toBe(true);
  expect(await isTokenGood(db, reset, "reset", now)).toBe(true);
  expect(await isTokenGood(db, reset, "confirm", now)).toBe(false);
});

test("only hashes are stored, and old ones are deleted", async () => {
  const token = await issueToken(db, "ana", "reset", now);
  const rows = () => db.selectFrom("account_tokens").selectAll().execute();
  expect(JSON.stringify(await rows())).not.toContain(token);
  await deleteOldTokens(db, after(59));
  expect(await rows()).toHaveLength(1);
  await deleteOldTokens(db, after(60));
  expect(await rows()).toEqual([]);
});
