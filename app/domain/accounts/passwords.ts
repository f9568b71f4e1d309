import { availableParallelism } from "node:os";
import { truncates } from "bcryptjs";
import { normalized } from "#app/i18n/text.ts";
import { createPool } from "#app/jobs/pool.ts";

/** bcrypt cost factor: 12 takes one core a quarter of a second. */
export const cost = 12;

// Compared against when there is no hash, for equal timing.
const dummyHash = `$2b$${cost}$${"a".repeat(53)}`;

// bcrypt ignores input beyond 72 bytes (RULES.md 12.2).
export const minPassword = 8;
export const maxPassword = 72;

export const passwordPattern = new RegExp(
  `^(?=.*[A-Za-z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{${minPassword},${maxPassword}}$`,
);

/** @returns the first sign that a new password may not have, as typed; null when there is none */
export function forbiddenSign(password: string): string | null {
  const signs = [...normalized(password, "NFC")];
  return signs.find((sign) => !/[A-Za-z\d@$!%*?&]/u.test(sign)) ?? null;
}

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords() {
  const pool = createPool(
    {
      file: "app/domain/accounts/password-worker.ts",
      workers: Math.min(4, Math.max(1, availableParallelism() - 1)),
      idleTimeout: 60_000,
      maxQueue: 64,
      timeLimit: 10_000,
    },
    "A password worker",
  );

  return {
    async hash(password: string): Promise<string> {
      if (truncates(password)) throw new RangeError("bcrypt would ignore the end of this password");
      return pool.run({ password, cost }, "hash");
    },
    /** @param hash null takes equally long @returns false also for a password over 72 bytes @throws PoolUnavailable */
    async check(password: string, hash: string | null): Promise<boolean> {
      const comparable = hash !== null && !truncates(password);
      const same = await pool.run({ password, hash: comparable ? hash : dummyHash }, "check");
      return comparable && same;
    },
    close: () => pool.close(),
  };
}
