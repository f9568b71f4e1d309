import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Tinypool } from "tinypool";

type Options = NonNullable<ConstructorParameters<typeof Tinypool>[0]>;

export interface Pool {
  /** @returns true when as many tasks wait as may */
  isFull(): boolean;
  /** @param name the function of the worker's file; the default export without it */
  run(task: unknown, name?: string): Promise<any>;
  close(): Promise<void>;
}

/**
 * A pool of workers that starts with its first task. When a worker cannot start or ends with an error, its pool's tasks
 * fail instead of waiting without end, and the next task makes a new pool.
 * @param options.file the worker's program, from the project's folder; it is read at run time and not bundled into the
 * server's build
 * @param name for the log: "The picture worker"
 */
export function createPool({ file, ...options }: Options & { file: string }, name: string): Pool {
  let pool: Tinypool | undefined;

  function discard(broken: Tinypool, error: unknown) {
    console.error(`${name} failed:`, error);
    if (pool === broken) pool = undefined;
    broken.destroy().catch(() => {});
  }

  function start(): Tinypool {
    const filename = pathToFileURL(join(process.cwd(), file)).href;
    const started = new Tinypool({ ...options, filename });
    started.on("error", (error) => discard(started, error));
    return started;
  }

  return {
    isFull: () => pool !== undefined && pool.queueSize >= pool.options.maxQueue,
    async run(task, functionName) {
      pool ??= start();
      return pool.run(task, functionName === undefined ? {} : { name: functionName });
    },
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}
