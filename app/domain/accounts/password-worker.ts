import { compareSync, hashSync } from "bcryptjs";

// Runs in worker threads (passwords.ts), because bcrypt in JavaScript blocks its thread.

export function hash({ password, cost }: { password: string; cost: number }): string {
  return hashSync(password, cost);
}

export function check({ password, hash }: { password: string; hash: string }): boolean {
  return compareSync(password, hash);
}
