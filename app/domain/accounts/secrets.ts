import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** 256 random bits, for a cookie or a link; store only its hash. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 without salt: 256 random bits cannot be guessed. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** For long-lived links; valid for one purpose. */
export function signedToken(secret: string, purpose: string, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${signature(secret, purpose, text).toString("base64url")}`;
}

/** @param token untrusted @returns the signed text; null when none of the secrets signed it for this purpose */
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

export function keyedHash(secret: string, purpose: string, text: string): string {
  return signature(secret, purpose, text).toString("base64url");
}

const signature = (secret: string, purpose: string, text: string) =>
  createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();

/** AES-256-GCM: a leaked database alone reveals nothing. @param secret the site's, or a token stored only as a hash */
export function seal(secret: string, purpose: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

export function unseal(secrets: readonly string[], purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  for (const secret of secrets) {
    try {
      const iv = bytes.subarray(0, 12);
      const cipher = createDecipheriv("aes-256-gcm", sealKey(secret, purpose), iv);
      cipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString();
    } catch {}
  }
  return null;
}

const sealKey = (secret: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
