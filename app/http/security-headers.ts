import type { Wrapper } from "./visit.ts";

/** Files, refusals and redirects need no forms, scripts or frames. Pages have a separate policy. */
const policyOfFiles = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders(secure: boolean): [name: string, value: string][] {
  return [
    ["X-Content-Type-Options", "nosniff"],
    // no-referrer would make browsers post "Origin: null" (RULES.md 13.6).
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Content-Security-Policy", policyOfFiles],
    ...(secure
      ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}

export function withSecurityHeaders(secure: boolean): Wrapper {
  const always = securityHeaders(secure);
  return (next) => async (request, visit) => {
    const response = await next(request, visit);
    const { headers } = response;
    for (const [name, value] of always)
      if (!headers.has(name) && !(value === policyOfFiles && isPage(headers)))
        headers.set(name, value);
    return response;
  };
}

// The development server's pages have no policy, because it adds scripts to them.
const isPage = (headers: Headers) => headers.get("Content-Type")?.startsWith("text/html");
