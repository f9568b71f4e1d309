import { compareSync, hashSync } from "bcryptjs";

// Runs in worker threads (passwords.ts), because bcrypt in JavaScript blocks its thread.

/** @param task.cost bcrypt's rounds, as a power of two @returns the bcrypt hash */
export function hash({ password, cost }: { password: string; cost: number }): string {
  return hashSync(password, cost);
}

/** @returns whether the hash is that of the password */
export function check({ password, hash }: { password: string; hash: string }): boolean {
  return compareSync(password, hash);
}
