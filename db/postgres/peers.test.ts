import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { freshFile } from "../../tests/support/database.ts";
import { onPostgres } from "../../tests/support/postgres-databases.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Database } from "../database.ts";
import { openDatabase } from "../open/open.ts";
import { inTransaction } from "../transactions.ts";
import { eventually } from "../../tests/support/eventually.ts";

const opened: Database[] = [];

/** Processes on one database that receive each other's notices. */
async function processes(count: number): Promise<Database[]> {
  const { url, db } = await freshFile();
  await db.destroy();
  const all = Array.from({ length: count }, () => openDatabase(url));
  opened.push(...all);
  for (const { peers } of all) peers.start();
  await Promise.all(all.map(isListening));
  return all;
}

/** What a process is told. */
function listenTo({ peers }: Database) {
  const [missed, heard] = [vi.fn<() => void>(), vi.fn<(path: string) => void>()];
  peers.onMissed(missed);
  peers.subscribe("page", heard);
  return { missed, heard };
}

/** Locks are granted only on a listening connection. */
const isListening = ({ peers }: Database) =>
  eventually(async () =>
    expect(await peers.tryLock(`test ${Math.random()}`, async () => true)).toBe(true),
  );

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { peers, close } of opened.splice(0)) {
    await peers.stop();
    await close();
  }
});

test.runIf(onPostgres)("a notice reaches the other processes, not its sender", async () => {
  const heard: string[] = [];
  const all = await processes(3);
  all.forEach(({ peers }, at) => peers.subscribe("page", (path) => heard.push(`${at} ${path}`)));
  all[0]!.peers.publish("page", "/perfume/1-ñandú");
  await eventually(() => expect(heard).toHaveLength(2));
  expect(heard.toSorted()).toEqual(["1 /perfume/1-ñandú", "2 /perfume/1-ñandú"]);
});

test.runIf(onPostgres)("a notice that is too long drops everything", async () => {
  const [one, other] = await processes(2);
  const missed = vi.fn<() => void>();
  other!.peers.onMissed(missed);
  one!.peers.publish("page", "x".repeat(5000));
  await eventually(() => expect(missed).toHaveBeenCalledOnce());
});

test.runIf(onPostgres)(
  "an invalid notice, which any database user can send, drops everything",
  async () => {
    const [one, other] = await processes(2);
    const { missed, heard } = listenTo(other!);
    const payloads = [
      "x",
      "null",
      "[]",
      "5",
      "{",
      '{"topic":"page","text":5}',
      '{"from":{},"topic":"page","text":"/"}',
      '{"from":null,"topic":"__proto__","text":"/"}',
      '{"from":null,"topic":["page"],"text":"/"}',
      "[".repeat(7999),
    ];
    for (const [n, payload] of [...payloads, ""].entries()) {
      await sql`select pg_notify('sosia', ${payload})`.execute(one!.db);
      await eventually(() => expect(missed).toHaveBeenCalledTimes(n + 1));
    }
    one!.peers.publish("page", "/last");
    await eventually(() => expect(heard.mock.calls).toEqual([["/last"]]));
  },
);

test.runIf(onPostgres)("a flood of invalid notices is handled only a few times", async () => {
  const [one, other] = await processes(2);
  const { missed, heard } = listenTo(other!);
  await sql`select count(pg_notify('sosia', n::text)) from generate_series(1, 10000) as n`.execute(
    one!.db,
  );
  one!.peers.publish("page", "/last");
  await eventually(() => expect(heard).toHaveBeenCalledWith("/last"));
  await eventually(() => expect(missed).toHaveBeenCalled());
  expect(missed.mock.calls.length).toBeLessThan(1000);
});

test.runIf(onPostgres)(
  "a catalogue change is announced after its commit, and to every process",
  async () => {
    const all = await processes(2);
    const heard = vi.fn<() => void>();
    for (const { peers } of all) peers.subscribe("catalog", heard);
    await inTransaction(all[0]!.db, async (tx) => {
      await catalogChanged(tx);
      await pause(50);
      expect(heard).not.toHaveBeenCalled();
    });
    await eventually(() => expect(heard).toHaveBeenCalledTimes(2));
  },
);

test.runIf(onPostgres)(
  "after a lost connection a process learns that it may have missed notices, and receives again",
  async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const [one, other] = await processes(2);
    const { missed, heard } = listenTo(other!);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'sosia notices'`.execute(one!.db);
    await eventually(() => expect(missed).toHaveBeenCalledOnce());
    one!.peers.publish("page", "/");
    await eventually(() => expect(heard).toHaveBeenCalledWith("/"));
    expect(console.error).toHaveBeenCalledTimes(2);
  },
);

test.runIf(onPostgres)("shared work is done by one process at a time", async () => {
  const all = await processes(3);
  let atWork = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++atWork);
    await pause(100);
    atWork--;
    return "done";
  };
  const tried = await Promise.all(all.map(({ peers }) => peers.tryLock("chore", work)));
  expect(tried.toSorted()).toEqual(["done", null, null]);
  expect(await all[1]!.peers.tryLock("chore", work)).toBe("done");
  expect(await Promise.all(all.map(({ peers }) => peers.withLock("chore", work)))).toEqual(
    Array.from({ length: 3 }, () => "done"),
  );
  expect(most).toBe(1);
});

test.runIf(onPostgres)("work that fails releases its lock to the next", async () => {
  const [one, other] = await processes(2);
  const fails = () => Promise.reject(new Error("no room"));
  await expect(one!.peers.tryLock("chore", fails)).rejects.toThrow("no room");
  expect(await other!.peers.tryLock("chore", async () => "done")).toBe("done");
});
