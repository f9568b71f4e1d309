import { createHash, randomBytes } from "node:crypto";

/** @returns 256 random bits in base64url, for a cookie or a link; only its hash is stored */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** @returns the SHA-256 of a token; salt and slowness are not needed, because nobody guesses 256 random bits */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
