import type { RawStep } from "./raw-request.ts";
import type { Step } from "./step.ts";

/** Files, refusals and redirects need no forms, scripts or frames. Pages have a separate policy. */
const policyOfFiles = "default-src 'none'; frame-ancestors 'none'";

export function alwaysSent(secure: boolean): [name: string, value: string][] {
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

export function rawSecurityHeaders(secure: boolean): RawStep {
  const always = alwaysSent(secure);
  return ({ response }) => {
    for (const [name, value] of always) response.setHeader(name, value);
  };
}

export function securityHeaders(secure: boolean): Step {
  const always = alwaysSent(secure);
  return async (_, next) => {
    const response = await next();
    const { headers } = response;
    for (const [name, value] of always)
      if (!headers.has(name) && !(value === policyOfFiles && isPage(headers)))
        headers.set(name, value);
    return response;
  };
}

// The development server's pages have no policy, because it adds scripts to them.
const isPage = (headers: Headers) => headers.get("Content-Type")?.startsWith("text/html");
