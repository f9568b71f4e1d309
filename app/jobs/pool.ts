import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Tinypool } from "tinypool";

type TinypoolOptions = NonNullable<ConstructorParameters<typeof Tinypool>[0]>;

interface Options extends Pick<
  TinypoolOptions,
  "runtime" | "serialization" | "env" | "idleTimeout"
> {
  /** read at run time, not bundled into the server build */
  file: string;
  workers: number;
  maxQueue: number;
  timeLimit: number;
}

/** A retry may succeed (RULES.md 12.7). */
export class PoolUnavailable extends Error {
  override name = "PoolUnavailable";
}

export type Pool = ReturnType<typeof createPool>;

/** A worker that hangs or dies fails only its own task (RULES.md 14.10). */
export function createPool({ workers, maxQueue, ...options }: Options, name: string) {
  const all = Array.from({ length: workers }, () => createWorker(options, name));
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
    /** @throws PoolUnavailable, or what the worker's function throws */
    async run(task: unknown, functionName?: string): Promise<any> {
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

type PoolWorker = ReturnType<typeof createWorker>;

function createWorker(
  { file, timeLimit, ...options }: Omit<Options, "workers" | "maxQueue">,
  name: string,
) {
  let pool: Tinypool | undefined;

  function start(): Tinypool {
    const filename = pathToFileURL(join(process.cwd(), file)).href;
    const started = new Tinypool({ ...options, filename, minThreads: 0, maxThreads: 1 });
    started.on("error", (error) => discard(started, error));
    return started;
  }

  function discard(broken: Tinypool, reason: unknown) {
    console.error(`${name} failed:`, reason);
    if (pool === broken) pool = undefined;
    broken.destroy().catch(() => {});
  }

  return {
    async run(task: unknown, functionName?: string): Promise<any> {
      const current = (pool ??= start());
      const signal = AbortSignal.timeout(timeLimit);
      try {
        return await current.run(task, { signal, ...(functionName && { name: functionName }) });
      } catch (error) {
        // A worker whose function threw stays alive.
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
