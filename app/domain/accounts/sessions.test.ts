import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import {
  endSession,
  endSessionsOf,
  findCurrentUser,
  isKnownClient,
  SignInOutdated,
  startSession,
} from "./sessions.ts";
import { deleteOldSessions } from "./session-lifetime.ts";
import { eventually } from "../../../tests/support/eventually.ts";

const start = new Date("2026-01-01T00:00:00.000Z");
const after = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const day = 24 * 60 * minute;
const [idleTimeout, maxAge, maxSessions] = [14 * day, 60 * day, 20];
const staying = { idleTimeout: 30 * day, maxAge: 180 * day };
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await addAccount(db, "ana");
});

const rows = () => db.selectFrom("sessions").selectAll().execute();

test("a token identifies its person, and only its hash is stored", async () => {
  const token = await startSession(db, "ana", "home", start);
  expect(await findCurrentUser(db, token, start)).toMatchObject({
    userId: "ana",
    username: "ana",
    since: start.toISOString(),
  });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await rows())).not.toContain(token);
  expect(await findCurrentUser(db, `${token}x`, start)).toBeNull();
  expect(await findCurrentUser(db, (await rows())[0]!.token_hash, start)).toBeNull();
});

test("each sign-in gets a separate token", async () => {
  const [one, two] = [
    await startSession(db, "ana", "home", start),
    await startSession(db, "ana", "home", start),
  ];
  expect(one).not.toBe(two);
  await endSession(db, one);
  expect(await findCurrentUser(db, one, start)).toBeNull();
  expect(await findCurrentUser(db, two, start)).not.toBeNull();
});

test("a session ends after 14 days without a visit", async () => {
  const token = await startSession(db, "ana", "home", start);
  const visit = after(idleTimeout - minute);
  expect(await findCurrentUser(db, token, visit)).not.toBeNull();
  // Written in the background.
  await eventually(async () => expect((await rows())[0]!.seen_at).toBe(visit.toISOString()));
  expect(await findCurrentUser(db, token, after(2 * idleTimeout - 2 * minute))).not.toBeNull();
  expect(await findCurrentUser(db, token, after(3 * idleTimeout))).toBeNull();
});

test("a session ends after 60 days, however often it was used", async () => {
  const token = await startSession(db, "ana", "home", start);
  for (let at = 10 * day; at < maxAge; at += 10 * day) {
    expect(await findCurrentUser(db, token, after(at))).not.toBeNull();
    // Written in the background.
    await eventually(async () => expect((await rows())[0]!.seen_at).toBe(after(at).toISOString()));
  }
  expect(await findCurrentUser(db, token, after(maxAge))).toBeNull();
});

test("a session that stays ends after 30 days without a visit and after 180 days (RULES.md 9.5)", async () => {
  const token = await startSession(db, "ana", "home", start, true);
  await deleteOldSessions(db, after(staying.idleTimeout - minute));
  expect(await findCurrentUser(db, token, after(staying.idleTimeout - minute))).not.toBeNull();
  expect(await findCurrentUser(db, token, after(3 * staying.idleTimeout))).toBeNull();
  const long = await startSession(db, "ana", "work", start, true);
  for (let at = 20 * day; at < staying.maxAge; at += 20 * day) {
    expect(await findCurrentUser(db, long, after(at))).toMatchObject({ renews: true });
    const seen = async () => (await rows()).map((row) => row.seen_at);
    await eventually(async () => expect(await seen()).toContain(after(at).toISOString()));
  }
  expect(await findCurrentUser(db, long, after(staying.maxAge))).toBeNull();
  await deleteOldSessions(db, after(staying.maxAge));
  expect(await rows()).toEqual([]);
});

test("only a session that stays renews its cookie, when a visit is recorded", async () => {
  const stays = await startSession(db, "ana", "home", start, true);
  const ends = await startSession(db, "ana", "work", start);
  const renews = async (token: string, at: number) =>
    (await findCurrentUser(db, token, after(at)))?.renews;
  expect([await renews(stays, minute), await renews(ends, 61 * minute)]).toEqual([false, false]);
  expect(await renews(stays, 61 * minute)).toBe(true);
});

test("reading pages records a visit at most once an hour", async () => {
  const token = await startSession(db, "ana", "home", start);
  const seen = async () => (await rows())[0]!.seen_at;
  await findCurrentUser(db, token, after(59 * minute));
  await setImmediate();
  expect(await seen()).toBe(start.toISOString());
  await findCurrentUser(db, token, after(61 * minute));
  // Written in the background.
  await eventually(async () => expect(await seen()).toBe(after(61 * minute).toISOString()));
});

test("signing out everywhere ends one person's sessions and nobody else's", async () => {
  await addAccount(db, "bea");
  const ana = await startSession(db, "ana", "home", start);
  const bea = await startSession(db, "bea", "home", start);
  await endSessionsOf(db, "ana");
  expect(await findCurrentUser(db, ana, start)).toBeNull();
  expect(await findCurrentUser(db, bea, start)).not.toBeNull();
});

test("a client is known while the account has a session from its address", async () => {
  const token = await startSession(db, "ana", "home", start);
  expect(await isKnownClient(db, "ana", "home")).toBe(true);
  expect(await isKnownClient(db, "ana", "elsewhere")).toBe(false);
  await endSession(db, token);
  expect(await isKnownClient(db, "ana", "home")).toBe(false);
});

test("expired sessions are deleted, the others stay", async () => {
  await startSession(db, "ana", "old", start);
  await startSession(db, "ana", "new", after(idleTimeout));
  await deleteOldSessions(db, after(idleTimeout));
  expect((await rows()).map((row) => row.client_hash)).toEqual(["new"]);
});

test("neither a password nor Google begins a session once a second factor was set up", async () => {
  const begin = (checked: string | null) => startSession(db, "ana", "home", start, false, checked);
  const { password_hash } = await db
    .selectFrom("accounts")
    .select("password_hash")
    .executeTakeFirstOrThrow();
  for (const checked of [password_hash, null]) await begin(checked);
  await expect(begin("an earlier password's")).rejects.toThrow(SignInOutdated);
  const at = start.toISOString();
  await db
    .insertInto("second_factors")
    .values({ user_id: "ana", secret: "x", since: at, confirmed_at: at, last_step: null })
    .execute();
  for (const checked of [password_hash, null])
    await expect(begin(checked)).rejects.toThrow(SignInOutdated);
  expect(await rows()).toHaveLength(2);
});

test("a person has at most 20 sessions: a new one ends the least recently used", async () => {
  await addAccount(db, "bea");
  const ofBea = await startSession(db, "bea", "home", start);
  const tokens: string[] = [];
  for (let i = 0; i < maxSessions; i++)
    tokens.push(await startSession(db, "ana", "home", after(i * minute)));
  // The oldest one is in use.
  await findCurrentUser(db, tokens[0]!, after(day));
  await eventually(async () =>
    expect((await rows()).map(({ seen_at }) => seen_at)).toContain(after(day).toISOString()),
  );
  const newest = await startSession(db, "ana", "home", after(day));
  const found = await Promise.all(
    [...tokens, newest, ofBea].map((token) => findCurrentUser(db, token, after(day))),
  );
  expect(found.map((user) => user?.userId)).toEqual([
    "ana",
    undefined,
    ...Array.from({ length: maxSessions - 1 }, () => "ana"),
    "bea",
  ]);
});
