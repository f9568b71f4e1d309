import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Tinypool } from "tinypool";

type TinypoolOptions = NonNullable<ConstructorParameters<typeof Tinypool>[0]>;

interface Options extends Pick<
  TinypoolOptions,
  "runtime" | "serialization" | "env" | "idleTimeout"
> {
  /** the worker's program, from the project's folder; it is read at run time and not bundled into the server's build */
  file: string;
  /** workers at a time, each with one task */
  workers: number;
  /** tasks that may wait for a worker */
  maxQueue: number;
  /** ms for one task, from when a worker takes it; includes starting the worker */
  timeLimit: number;
}

/** Thrown when too many tasks wait, and when a worker died or did not answer in time: another try may succeed (RULES.md 4.4). */
export class PoolUnavailable extends Error {
  override name = "PoolUnavailable";
}

export interface Pool {
  /**
   * @param name the function of the worker's file; the default export without it
   * @throws PoolUnavailable; else what the worker's function throws
   */
  run(task: unknown, name?: string): Promise<any>;
  /** Ends the workers; what they have in hand and what waits fails. */
  close(): Promise<void>;
}

/** A pool of workers that start with their first task. A worker that hangs or dies costs its own task alone (RULES.md 11.14). */
export function createPool({ workers, maxQueue, ...options }: Options, name: string): Pool {
  const all = Array.from({ length: workers }, () => createWorker(options, name));
  /** The worker that ended its task last comes first: it is warm. */
  const free = [...all];
  const waiting: PromiseWithResolvers<PoolWorker>[] = [];

  function take(): Promise<PoolWorker> {
    const worker = free.pop();
    if (worker) return Promise.resolve(worker);
    if (waiting.length >= maxQueue)
      return Promise.reject(new PoolUnavailable(`${name}: ${maxQueue} tasks wait already`));
    const turn = Promise.withResolvers<PoolWorker>();
    waiting.push(turn);
    return turn.promise;
  }

  function giveBack(worker: PoolWorker) {
    const next = waiting.shift();
    if (next) next.resolve(worker);
    else free.push(worker);
  }

  return {
    async run(task, functionName) {
      const worker = await take();
      try {
        return await worker.run(task, functionName);
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new PoolUnavailable(`${name}: closed`));
      await Promise.all(all.map((worker) => worker.close()));
    },
  };
}

type PoolWorker = Pick<Pool, "run" | "close">;

/** One worker, in a pool of Tinypool's own: what ends it ends nobody else's task, and the next task starts another. */
function createWorker(
  { file, timeLimit, ...options }: Omit<Options, "workers" | "maxQueue">,
  name: string,
): PoolWorker {
  let pool: Tinypool | undefined;

  function start(): Tinypool {
    const filename = pathToFileURL(join(process.cwd(), file)).href;
    const started = new Tinypool({ ...options, filename, minThreads: 0, maxThreads: 1 });
    // It died without a task, or could not start.
    started.on("error", (error) => discard(started, error));
    return started;
  }

  function discard(broken: Tinypool, reason: unknown) {
    console.error(`${name} failed:`, reason);
    if (pool === broken) pool = undefined;
    broken.destroy().catch(() => {});
  }

  return {
    async run(task, functionName) {
      const current = (pool ??= start());
      const signal = AbortSignal.timeout(timeLimit);
      try {
        return await current.run(task, { signal, ...(functionName && { name: functionName }) });
      } catch (error) {
        // A worker that throws an error of its own lives on.
        if (pool === current && !signal.aborted && current.threads.length > 0) throw error;
        const reason = signal.aborted ? `no answer within ${timeLimit} ms` : error;
        if (pool === current) discard(current, reason);
        throw new PoolUnavailable(`${name}: ${String(reason)}`);
      }
    },
    async close() {
      const current = pool;
      pool = undefined;
      await current?.destroy();
    },
  };
}
