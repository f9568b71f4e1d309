import { withoutLanguage } from "../i18n/paths.ts";

/** bytes; the longest form of the site is far below */
const largestForm = 64 * 1024;

/**
 * Refuses what is too large before any of it is read: 413, or 411 for who does not say how much it will be
 * (RFC 9110 §15.5.12, §15.5.14). Browsers always say.
 * Uploads are limited where they are read, as a stream.
 * @returns the refusal, or undefined
 */
export function refuseLargeBody(request: Request, path: string): Response | undefined {
  if (!request.body || takesUploads(request, path)) return undefined;
  const length = request.headers.get("Content-Length");
  if (length === null) return new Response(null, { status: 411 });
  if (Number(length) > largestForm) return new Response(null, { status: 413 });
  return undefined;
}

function takesUploads(request: Request, path: string): boolean {
  return (
    /^\/profile(\.data)?$/u.test(withoutLanguage(path)) &&
    Boolean(request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
  );
}
