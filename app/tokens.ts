import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** @returns 256 random bits in base64url, for a cookie or a link; only its hash is stored */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** @returns the SHA-256 of a token; salt and slowness are not needed, because nobody guesses 256 random bits */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/**
 * @param secret of the site @param purpose what the token is good for, and nothing else
 * @returns a token that says something and that nobody else can make, for a link that is good for years
 */
export function signedToken(secret: string, purpose: string, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${signature(secret, purpose, text).toString("base64url")}`;
}

/** @param token untrusted @param secrets any of which may have signed it @returns what the token says, or null when it is not one of ours */
export function readSignedToken(secrets: string[], purpose: string, token: string): string | null {
  const [said = "", signed = "", ...more] = token.split(".");
  const text = Buffer.from(said, "base64url").toString();
  const given = Buffer.from(signed, "base64url");
  const isOurs = secrets.some((secret) => {
    const right = signature(secret, purpose, text);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isOurs && more.length === 0 ? text : null;
}

/** @returns a hash that nobody makes without the secret, to find again what is not stored */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return signature(secret, purpose, text).toString("base64url");
}

const signature = (secret: string, purpose: string, text: string) =>
  createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();
