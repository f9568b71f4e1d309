import { availableParallelism } from "node:os";
import { truncates } from "bcryptjs";
import { createPool } from "../jobs/pool.ts";

/** bcrypt's rounds, as a power of two: 12 take a quarter of a second of one core (`npm run bench -- passwords`). */
export const cost = 12;

/** Compared with when there is no hash, so that this takes as long. */
const dummyHash = `$2b$${cost}$${"a".repeat(53)}`;

/** Thrown when 64 passwords wait already; the answer is 503 with Retry-After (RULES.md 4.4). */
export class PasswordsBusy extends Error {
  override name = "PasswordsBusy";
}

/** characters (RULES.md 3.2); bcrypt ignores what comes after 72 bytes */
export const minPassword = 8;
export const maxPassword = 72;

/** At least one letter and one digit. */
export const passwordPattern = new RegExp(
  `^(?=.*[A-Za-z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{${minPassword},${maxPassword}}$`,
);

export interface Passwords {
  /** @throws PasswordsBusy when too many wait already; RangeError for a password beyond 72 bytes */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with an account's hash.
   * @param hash null when there is no such account or it has no password; the comparison takes as long
   * @returns whether they match; false for a password beyond 72 bytes, of which bcrypt would compare the first 72
   * @throws PasswordsBusy when too many wait already
   */
  check(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts its threads with the first password. */
export function createPasswords(): Passwords {
  const pool = createPool(
    {
      file: "app/accounts/password-worker.ts",
      minThreads: 0,
      maxThreads: Math.min(4, Math.max(1, availableParallelism() - 1)),
      idleTimeout: 60_000,
      maxQueue: 64,
    },
    "A password worker",
  );

  async function run(name: "hash" | "check", task: object) {
    if (pool.isFull()) throw new PasswordsBusy();
    return pool.run(task, name);
  }

  return {
    async hash(password) {
      if (truncates(password)) throw new RangeError("bcrypt would ignore the end of this password");
      return run("hash", { password, cost });
    },
    async check(password, hash) {
      const comparable = hash !== null && !truncates(password);
      const same = await run("check", { password, hash: comparable ? hash : dummyHash });
      return comparable && same;
    },
    close: () => pool.close(),
  };
}
