import { createHash, randomBytes } from "node:crypto";

/** @returns 256 random bits, for a cookie or a link; only the hash of it is ever stored */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Without salt or slowness: nobody guesses 256 random bits. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
