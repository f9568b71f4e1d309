import { compareSync, hashSync } from "bcryptjs";

/** Runs in a thread of its own (passwords.ts): bcrypt in JavaScript holds up whatever shares its thread. */
export function hash({ password, cost }: { password: string; cost: number }): string {
  return hashSync(password, cost);
}

export function check({ password, hash }: { password: string; hash: string }): boolean {
  return compareSync(password, hash);
}
