import { setTimeout as pause } from "node:timers/promises";
import { type Ask, between, type ListeningConnection } from "./listening-connection.ts";

const [patience, interval] = [10_000, 100];

/** Session locks: another process can take one when its connection is lost, so work under it must tolerate running twice. */
export function createLocks(connection: ListeningConnection) {
  /** Names locked by this process, because PostgreSQL grants a session the same lock again. */
  const held = new Set<string>();

  async function attempt<T>(name: string, work: () => Promise<T>): Promise<{ result: T } | null> {
    const ask = connection.ask();
    if (!ask || held.has(name)) return null;
    held.add(name);
    try {
      if (!(await lock(ask, name))) return null;
      try {
        return { result: await work() };
      } finally {
        await unlock(ask, name);
      }
    } finally {
      held.delete(name);
    }
  }

  return {
    async tryLock<T>(name: string, work: () => Promise<T>): Promise<T | null> {
      await connection.tried();
      return (await attempt(name, work))?.result ?? null;
    },
    async withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
      const end = performance.now() + patience;
      while (connection.ask() !== null && performance.now() < end) {
        const done = await attempt(name, work);
        if (done) return done.result;
        await pause(between(interval / 2, interval));
      }
      return work();
    },
  };
}

async function lock(ask: Ask, name: string): Promise<boolean> {
  const taken = await ask("select pg_try_advisory_lock(hashtextextended($1, 0)) as taken", [
    `sosia ${name}`,
  ]).catch(() => null);
  return taken?.rows[0]?.taken === true;
}

async function unlock(ask: Ask, name: string): Promise<void> {
  await ask("select pg_advisory_unlock(hashtextextended($1, 0))", [`sosia ${name}`]).catch(
    () => {},
  );
}
