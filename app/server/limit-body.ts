import { withoutLanguage } from "../i18n/paths.ts";

/** bytes (RULES.md 3.2) */
const maxForm = 64 * 1024;

/**
 * Refuses a body that is too large before it is read: 413, or 411 without `Content-Length`, which browsers always send
 * (RFC 9110 §15.5.12, §15.5.14). Uploads are limited while they are read (app/forms/read-upload.ts).
 * @returns the refusal, or undefined
 */
export function refuseLargeBody(request: Request, path: string): Response | undefined {
  if (!request.body || takesUploads(request, path)) return undefined;
  const length = request.headers.get("Content-Length");
  if (length === null) return new Response(null, { status: 411 });
  if (Number(length) > maxForm) return new Response(null, { status: 413 });
  return undefined;
}

function takesUploads(request: Request, path: string): boolean {
  return (
    /^\/profile(\.data)?$/u.test(withoutLanguage(path)) &&
    Boolean(request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
  );
}
