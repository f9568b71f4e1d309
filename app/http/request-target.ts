/**
 * Makes a request's target one that everything behind it can read.
 * @param target as in the request line: a path with or without a query, an absolute address (RFC 9112 §3.2.2), or "*"
 * @returns path and query; where the path is badly percent-encoded, its percent signs are characters like others
 */
export function pathOfTarget(target: string): string {
  if (target === "*") return "/";
  const [, rest] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/isu.exec(target) ?? [undefined, target];
  const [path = "", ...query] = rest!.split("?");
  const whole = [isDecodable(path) ? path : path.replaceAll("%", "%25"), ...query].join("?");
  return whole.startsWith("/") ? whole : `/${whole}`;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
