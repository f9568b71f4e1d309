import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client, type QueryResult } from "pg";
import { z } from "zod";
import type { Db, Peers, Topic } from "../database.ts";
import { noticeChannel } from "../announcements.ts";
import { createFailureLog } from "../failure-log.ts";
import { translated } from "../postgres-errors.ts";
import { sessionNames } from "./session-names.ts";

/** ms between two attempts to connect, at random between these, so that not all come at once when PostgreSQL is back */
const [shortPause, longPause] = [200, 1000];
/** ms between two questions whether the connection lives, and for the answer */
const [askInterval, answerTime] = [10_000, 5000];
/** ms that work waits for its turn, and between two attempts */
const [turnPatience, turnInterval] = [10_000, 100];
/** UTF-16 units; PostgreSQL takes less than 8,000 bytes */
const maxText = 2000;

const noticeForm = z.object({
  /** the process; null: a transaction, which every process is to hear */
  from: z.string().nullable(),
  topic: z.enum(["page", "catalog"]) satisfies z.ZodType<Topic>,
  /** null: too long to be told */
  text: z.string().nullable(),
});
type Notice = z.infer<typeof noticeForm>;

/** Any user of the database can send anything. @returns null for what is no notice, such as one of another release */
function readNotice(payload: string): Notice | null {
  try {
    return noticeForm.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

/**
 * LISTEN and NOTIFY, and advisory locks, on a connection of their own: neither goes through a pooler that gives each transaction
 * another connection. A lock that is lost with the connection is another process's from then on: what is done under one is
 * right also when two do it.
 * @param directUrl PostgreSQL's own address
 */
export function createPeers(db: Db, directUrl: string): Peers {
  const self = randomUUID();
  const subscribers = new Map<Topic, ((text: string) => void)[]>();
  const missed: (() => void)[] = [];
  const untold = createFailureLog("Other processes were not told:");
  const failures = createFailureLog("The connection on which processes tell each other is lost:");
  let connection: Connection | null = null;
  let running: Promise<void> | undefined;
  let stopping = new AbortController();
  /** Resolves once the first attempt to connect has ended, well or not. */
  let tried = Promise.resolve();

  let isTelling = false;

  /** Once for all notices that came together: to drop every page costs as much as to read hundreds of them. */
  function tellMissed() {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      for (const then of missed) then();
    });
  }

  function onNotice(payload: string) {
    const notice = readNotice(payload);
    if (notice?.from === self) return;
    if (!notice || notice.text === null) tellMissed();
    else for (const onText of subscribers.get(notice.topic) ?? []) onText(notice.text);
  }

  async function keepListening(signal: AbortSignal, onTried: () => void) {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        await listen(isFirst, signal, onTried);
      } catch (error) {
        if (!signal.aborted) failures.failed(translated(error).message);
      }
      onTried();
      if (!signal.aborted) await pause(between(shortPause, longPause), null, { ref: false });
    }
  }

  /** Resolves or throws when the connection ends. */
  async function listen(
    isFirst: boolean,
    signal: AbortSignal,
    onListening: () => void,
  ): Promise<void> {
    const own = new Client({
      connectionString: directUrl,
      keepAlive: true,
      connectionTimeoutMillis: answerTime,
      query_timeout: answerTime,
      application_name: sessionNames.notices,
    });
    const ended = new AbortController();
    own.once("end", () => ended.abort());
    const over = AbortSignal.any([signal, ended.signal]);
    own.on("error", () => {});
    own.on("notification", ({ payload = "" }) => onNotice(payload));
    // Once: the driver's second promise of an end is never kept.
    let ending: Promise<void> | undefined;
    const end = () => (ending ??= own.end().catch(() => {}));
    signal.addEventListener("abort", end);
    try {
      await own.connect();
      const ask = oneByOne(own, end);
      await ask(`listen ${noticeChannel}`);
      connection = { ask };
      failures.worked();
      onListening();
      if (!isFirst) tellMissed();
      for (;;) {
        await pause(askInterval, null, { signal: over, ref: false }).catch(() => {});
        if (over.aborted) break;
        await ask("select 1");
      }
      if (!signal.aborted) failures.failed("PostgreSQL has closed it.");
    } finally {
      connection = null;
      signal.removeEventListener("abort", end);
      await end();
    }
  }

  async function lock(name: string): Promise<Connection | null> {
    const own = connection;
    const taken = await own
      ?.ask("select pg_try_advisory_lock(hashtextextended($1, 0)) as taken", [`sosia ${name}`])
      .catch(() => null);
    return taken?.rows[0]?.taken ? own : null;
  }

  async function unlock(holder: Connection, name: string) {
    // The lock has gone with a connection that is gone.
    await holder
      .ask("select pg_advisory_unlock(hashtextextended($1, 0))", [`sosia ${name}`])
      .catch(() => {});
  }

  /** Names at work in this process: PostgreSQL gives a connection a lock that it has once more. */
  const held = new Set<string>();

  async function attempt<T>(name: string, work: () => Promise<T>): Promise<{ result: T } | null> {
    if (held.has(name)) return null;
    held.add(name);
    try {
      const holder = await lock(name);
      if (!holder) return null;
      try {
        return { result: await work() };
      } finally {
        await unlock(holder, name);
      }
    } finally {
      held.delete(name);
    }
  }

  return {
    publish(topic, text) {
      const notice: Notice = { from: self, topic, text: text.length > maxText ? null : text };
      // Not in the transaction of the change: PostgreSQL has those that notify commit one by one.
      sql`select pg_notify(${noticeChannel}, ${JSON.stringify(notice)})`
        .execute(db)
        .then(untold.worked, (error: Error) => untold.failed(error.message));
    },
    subscribe(topic, onText) {
      subscribers.set(topic, [...(subscribers.get(topic) ?? []), onText]);
    },
    onMissed(then) {
      missed.push(then);
    },
    async tryLock(name, work) {
      await tried;
      return (await attempt(name, work))?.result ?? null;
    },
    async withLock(name, work) {
      const end = performance.now() + turnPatience;
      const isWorthWaiting = () =>
        connection !== null && performance.now() < end && !stopping.signal.aborted;
      while (isWorthWaiting()) {
        const done = await attempt(name, work);
        if (done) return done.result;
        await pause(between(turnInterval / 2, turnInterval));
      }
      return work();
    },
    start() {
      if (running) return;
      stopping = new AbortController();
      const first = Promise.withResolvers<void>();
      tried = first.promise;
      running = keepListening(stopping.signal, first.resolve);
    },
    async stop() {
      stopping.abort();
      await running;
      running = undefined;
    },
  };
}

interface Connection {
  ask: Ask;
}

type Ask = (text: string, values?: unknown[]) => Promise<QueryResult>;

/**
 * The driver takes one question at a time.
 * @param end ends the connection, once a question has failed: what came too late, a lock too, is nobody's then
 */
function oneByOne(client: Client, end: () => Promise<void>): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => void end());
    return answer;
  };
}

const between = (least: number, most: number) => least + Math.random() * (most - least);
