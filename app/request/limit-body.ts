/** bytes; the longest form of the site is far below */
const largestForm = 64 * 1024;

/**
 * Refuses what is too large before any of it is read: 413, or 411 for who does not say how much it will be
 * (RFC 9110 §15.5.12, §15.5.14). Browsers always say.
 * @returns the refusal, or undefined
 */
export function refuseLargeBody(request: Request): Response | undefined {
  if (!request.body) return undefined;
  const length = request.headers.get("Content-Length");
  if (length === null) return new Response(null, { status: 411 });
  if (Number(length) > largestForm) return new Response(null, { status: 413 });
  return undefined;
}
