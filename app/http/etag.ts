import { createHash } from "node:crypto";

/** @returns a weak ETag of a content, the same for each encoding of it (RFC 9110 §8.8.3) */
export function weakEtag(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** @returns whether the client already has the response with this ETag; the answer is then 304 (RFC 9110 §13.1.2) */
export function isFresh(request: Request, etag: string): boolean {
  return request.headers.get("If-None-Match")?.split(/,\s*/u).includes(etag) ?? false;
}

/** A strong validator made of the name of a version of the content. */
export function strongEtag(version: string): string {
  return `"${version}"`;
}
