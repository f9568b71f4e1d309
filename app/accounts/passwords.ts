import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { truncates } from "bcryptjs";
import { Tinypool } from "tinypool";

/** bcrypt's rounds, as a power of two: a quarter of a second of one core (`npm run bench -- passwords`). */
export const cost = 12;

/** A hash of today's cost that belongs to nobody. */
const nobodysHash = `$2b$${cost}$${"a".repeat(53)}`;

/** Too many passwords wait to be hashed or compared already: the answer is 503 with Retry-After. */
export class PasswordsBusy extends Error {
  override name = "PasswordsBusy";
}

/** At least one letter and one digit, 8 to 72 characters (RULES.md 3.2): bcrypt ignores what comes after 72 bytes. */
export const passwordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d@$!%*?&]{8,72}$/;

/** Hashes and compares passwords off the main thread, which bcrypt in JavaScript would hold up. */
export interface Passwords {
  /** @throws PasswordsBusy when too many wait already; RangeError for a password beyond 72 bytes */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with an account's hash.
   * @param hash null when there is no such account or it has no password: takes as long as any other
   * @returns whether it is the password; never so for one beyond 72 bytes, which bcrypt would compare cut off
   * @throws PasswordsBusy when too many wait already
   */
  check(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts no thread before the first password comes. */
export function createPasswords(): Passwords {
  let pool: Tinypool | undefined;

  async function run(name: "hash" | "check", task: object) {
    pool ??= startPool();
    if (pool.queueSize >= pool.options.maxQueue) throw new PasswordsBusy();
    return pool.run(task, { name });
  }

  // Those who wait for a worker that cannot start would wait for ever: they fail, and the next one tries a new pool.
  function giveUp(broken: Tinypool, error: unknown) {
    console.error("A password worker failed:", error);
    if (pool === broken) pool = undefined;
    broken.destroy().catch(() => {});
  }

  function startPool(): Tinypool {
    const started = new Tinypool({
      // Found at run time: this module is bundled into the server's build, the worker is not.
      filename: pathToFileURL(join(process.cwd(), "app/accounts/password-worker.ts")),
      minThreads: 0,
      maxThreads: Math.min(4, Math.max(1, availableParallelism() - 1)),
      idleTimeout: 60_000,
      maxQueue: 64,
    });
    started.on("error", (error) => giveUp(started, error));
    return started;
  }

  return {
    async hash(password) {
      if (truncates(password)) throw new RangeError("bcrypt would ignore the end of this password");
      return run("hash", { password, cost });
    },
    async check(password, hash) {
      const comparable = hash !== null && !truncates(password);
      const same = await run("check", { password, hash: comparable ? hash : nobodysHash });
      return comparable && same;
    },
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}
