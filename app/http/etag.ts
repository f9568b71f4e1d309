import { createHash } from "node:crypto";

/** Weak, because all encodings share it (RFC 9110 §8.8.3). */
export function weakEtag(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

export function isFresh(request: Request, etag: string): boolean {
  return request.headers.get("If-None-Match")?.split(/,\s*/u).includes(etag) ?? false;
}

export function strongEtag(version: string): string {
  return `"${version}"`;
}
