import { createHash } from "node:crypto";

/** A weak validator of a content, the same for every encoding of it (RFC 9110 §8.8.3). */
export function weakEtag(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** A strong validator made of a version's name. */
export function strongEtag(version: string): string {
  return `"${version}"`;
}

/** Whether the client has the answer with this validator already, which is then 304 (RFC 9110 §13.1.2). */
export function isFresh(request: Request, etag: string): boolean {
  return request.headers.get("If-None-Match")?.split(/,\s*/u).includes(etag) ?? false;
}
