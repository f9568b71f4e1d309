/** @param target may be absolute (RFC 9112 §3.2.2) or "*" @returns path and query; percent signs that encode nothing stay as characters */
export function pathOfTarget(target: string): string {
  if (target === "*") return "/";
  const [, rest] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/isu.exec(target) ?? [undefined, target];
  const [path = "", ...query] = rest!.split("?");
  const whole = [isDecodable(path) ? path : path.replaceAll("%", "%25"), ...query].join("?");
  return whole.startsWith("/") ? whole : `/${whole}`;
}

export function isDecodable(path: string): boolean {
  try {
    // The bundler drops a call whose result nobody reads.
    return decodeURIComponent(path) !== null;
  } catch {
    return false;
  }
}
