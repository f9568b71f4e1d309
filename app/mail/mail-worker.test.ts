import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { breakWrites } from "../../tests/support/broken-writes.ts";
import { freshDatabase, freshFile } from "../../tests/support/database.ts";
import type { Outgoing } from "./message.ts";
import { queueEmail } from "./outbox.ts";
import { createMailWorker } from "./mail-worker.ts";
import { eventually } from "../../tests/support/eventually.ts";

const start = new Date("2026-03-01T10:00:00.000Z");
const minutes = (n: number) => new Date(start.getTime() + n * 60_000);

const queue = (db: Db, name: string) =>
  queueEmail(db, { to: `${name}@example.org`, subject: name, text: "link", html: "link" }, start);

const rows = (db: Db) => db.selectFrom("outbox").selectAll().orderBy("id").execute();

/** The server rejects this recipient as unknown. */
const nobody = Object.assign(new Error(), {
  code: "EENVELOPE",
  command: "RCPT TO",
  responseCode: 550,
});
const serverDown = Object.assign(new Error(), { code: "ESOCKET", originalCode: "ECONNREFUSED" });

/** Long enough for one poll: runSoon polls in the next turn of the event loop, and SQLite answers within one. */
async function lookOnce() {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

let db: Db;

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(console, "error").mockReturnValue();
  db = await freshDatabase();
});

test("an email is sent once, and its text is erased", async () => {
  await queue(db, "ana");
  const deliver = vi.fn<(email: Outgoing) => Promise<void>>().mockResolvedValue();
  const sender = createMailWorker(db, deliver);
  expect(await sender.sendDue(minutes(0))).toBe(1);
  expect(await sender.sendDue(minutes(9999))).toBe(0);
  expect(deliver).toHaveBeenCalledOnce();
  expect(deliver.mock.calls[0]![0]).toMatchObject({ recipient: "ana@example.org", html: "link" });
  expect(await rows(db)).toMatchObject([
    {
      sent_at: start.toISOString(),
      next_attempt_at: null,
      dead_at: null,
      lease: null,
      attempts: 0,
      text: "",
      html: "",
    },
  ]);
});

test("an email that cannot be sent is retried with growing pauses for three days, then is dead", async () => {
  await queue(db, "ana");
  const deliver = vi.fn<() => Promise<void>>().mockRejectedValue(serverDown);
  const sender = createMailWorker(db, deliver);
  const waited: number[] = [];
  let now = start;
  for (;;) {
    expect(await sender.sendDue(now)).toBe(0);
    const [email] = await rows(db);
    if (email!.dead_at) break;
    expect(email).toMatchObject({
      attempts: waited.length + 1,
      lease: null,
      last_error: "ESOCKET ECONNREFUSED",
      text: "link",
    });
    const next = new Date(email!.next_attempt_at!);
    expect(await sender.sendDue(new Date(next.getTime() - 1))).toBe(0);
    expect(deliver).toHaveBeenCalledTimes(waited.length + 1);
    waited.push((next.getTime() - now.getTime()) / 60_000);
    now = next;
  }
  expect(waited.slice(0, 7)).toEqual([1, 5, 15, 60, 120, 120, 120]);
  expect(new Set(waited.slice(7))).toEqual(new Set([120]));
  const days = (now.getTime() - start.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.2);
});

test("a hanging email delays no other, and at most three are in flight", async () => {
  let release = () => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const three = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  for (const name of ["slow", ..."abcdefgh"]) await queue(db, name);
  const sender = createMailWorker(db, async ({ subject }) => {
    most = Math.max(most, ++underWay);
    if (underWay === 3) three.resolve();
    await (subject === "slow" ? hanging : three.promise);
    await nextTurn();
    underWay--;
  });
  const all = sender.sendDue(start);
  await eventually(async () =>
    expect((await rows(db)).filter((row) => row.sent_at)).toHaveLength(8),
  );
  expect(await sender.sendDue(start)).toBe(0);
  release();
  expect(await all).toBe(9);
  expect(most).toBe(3);
});

test("the log contains no address", async () => {
  await queue(db, "ana");
  await createMailWorker(db, () => Promise.reject(nobody)).sendDue(start);
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    "Email 1 was not sent; no further attempts: EENVELOPE RCPT TO 550",
  );
});

test("an email whose worker died is retried after a minute, and the dead worker's outcome is ignored", async () => {
  await queue(db, "ana");
  let fail: (reason: Error) => void;
  const dying = createMailWorker(db, () => new Promise((_, reject) => (fail = reject)));
  const lost = dying.sendDue(start);
  await eventually(async () => expect((await rows(db))[0]!.lease).not.toBeNull());
  const heir = createMailWorker(db, async () => {});
  expect(await heir.sendDue(new Date(minutes(1).getTime() - 1))).toBe(0);
  expect(await heir.sendDue(minutes(1))).toBe(1);
  const before = await rows(db);
  fail!(nobody);
  expect(await lost).toBe(0);
  expect(await rows(db)).toEqual(before);
});

/** ms; shorter than the 200 ms before the first retry of marking it sent (app/jobs/retry.ts) */
const busyTime = 50;

test("an email sent while the database is busy is marked as sent afterwards", async () => {
  await queue(db, "ana");
  const sender = createMailWorker(db, async () => {
    const mend = await breakWrites(db, "outbox", "update");
    setTimeout(() => void mend(), busyTime);
  });
  expect(await sender.sendDue(start)).toBe(1);
  expect((await rows(db))[0]!.sent_at).not.toBeNull();
});

test("two workers on one database send fifty emails exactly once", async () => {
  const { url, db: one } = await freshFile();
  const two = connect(url);
  for (let n = 0; n < 50; n++) await queue(one, `n${n}`);
  const sent = { one: [] as string[], two: [] as string[] };
  const begun = { one: Promise.withResolvers<void>(), two: Promise.withResolvers<void>() };
  const sender = (name: "one" | "two", db: Db) =>
    createMailWorker(db, async ({ subject }) => {
      sent[name].push(subject);
      begun[name].resolve();
      // Both start before either finishes.
      await Promise.all([begun.one.promise, begun.two.promise]);
    });
  const counts = await Promise.all([
    sender("one", one).sendDue(start),
    sender("two", two).sendDue(start),
  ]);
  expect([...sent.one, ...sent.two].toSorted()).toEqual(
    Array.from({ length: 50 }, (_, n) => `n${n}`).toSorted(),
  );
  expect(counts).toEqual([sent.one.length, sent.two.length]);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  await Promise.all([one.destroy(), two.destroy()]);
});

test("start sends emails left over, and runSoon those queued later", async () => {
  await queue(db, "ana");
  const sent: string[] = [];
  const sender = createMailWorker(db, async ({ subject }) => void sent.push(subject), {
    every: 3_600_000,
  });
  sender.runSoon();
  await lookOnce();
  expect(sent).toEqual([]);
  sender.start();
  await eventually(() => expect(sent).toEqual(["ana"]));
  await queue(db, "bea");
  sender.runSoon();
  sender.runSoon();
  await eventually(() => expect(sent).toEqual(["ana", "bea"]));
  await sender.stop();
  await queue(db, "carla");
  sender.runSoon();
  await lookOnce();
  expect(sent).toEqual(["ana", "bea"]);
});

test("without runSoon an email is found at the next poll", async () => {
  const sent: string[] = [];
  const sender = createMailWorker(db, async ({ subject }) => void sent.push(subject), { every: 5 });
  sender.start();
  await lookOnce();
  await queue(db, "ana");
  await eventually(() => expect(sent).toEqual(["ana"]));
  await sender.stop();
});

test("stop waits for the email in flight and starts no other", async () => {
  for (const name of ["ana", "bea"]) await queue(db, name);
  let release = () => {};
  const sender = createMailWorker(db, () => new Promise((resolve) => (release = resolve)), {
    atOnce: 1,
  });
  sender.start();
  await eventually(async () => expect((await rows(db))[0]!.lease).not.toBeNull());
  const stopped = sender.stop();
  release();
  await stopped;
  expect(await rows(db)).toMatchObject([
    { subject: "ana", sent_at: expect.any(String) },
    { subject: "bea", sent_at: null, lease: null },
  ]);
});

test("an unreachable database is logged once, and the worker keeps polling", async () => {
  const asked = vi.spyOn(db, "updateTable");
  await sql`alter table outbox rename to hidden`.execute(db);
  const sent: string[] = [];
  const sender = createMailWorker(db, async ({ subject }) => void sent.push(subject), { every: 5 });
  sender.start();
  await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(12));
  expect(console.error).toHaveBeenCalledOnce();
  await sql`alter table hidden rename to outbox`.execute(db);
  await queue(db, "ana");
  await eventually(() => expect(sent).toEqual(["ana"]));
  await sender.stop();
});

test("after the clock was set back a day, no email waits longer than its normal backoff", async () => {
  await queue(db, "ana");
  const deliver = vi.fn<(email: Outgoing) => Promise<void>>().mockResolvedValue();
  deliver.mockRejectedValueOnce(serverDown);
  const sender = createMailWorker(db, deliver, { atOnce: 1 });
  expect(await sender.sendDue(minutes(0))).toBe(0);
  // This one was never attempted.
  await queue(db, "bea");
  expect(await sender.sendDue(minutes(-24 * 60))).toBe(2);
});

test("an email for later lets one for now go first, and is sent at its time", async () => {
  const sent: string[] = [];
  const sender = createMailWorker(db, async ({ subject }) => void sent.push(subject));
  const later = { to: "all@example.org", subject: "weekly", text: "news", html: "news" };
  await queueEmail(db, later, start, minutes(1));
  await queue(db, "ana");
  expect(await sender.sendDue(minutes(0.9))).toBe(1);
  expect(await sender.sendDue(minutes(1))).toBe(1);
  expect(sent).toEqual(["ana", "weekly"]);
});

test("a lease from before the clock was set back has expired", async () => {
  await queue(db, "ana");
  const deliver = vi.fn<(email: Outgoing) => Promise<void>>().mockResolvedValue();
  await db
    .updateTable("outbox")
    .set({ lease: "of a process that died", next_attempt_at: minutes(1).toISOString() })
    .execute();
  const sender = createMailWorker(db, deliver);
  expect(await sender.sendDue(minutes(0))).toBe(0);
  expect(await sender.sendDue(minutes(-24 * 60))).toBe(1);
});
