import { languageCodes } from "#app/i18n/languages.ts";
import { config } from "#app/http/middleware/context.ts";
import { textFile } from "#app/http/shared-response.ts";
import type { Route } from "./+types/security-txt";

/** ms; at most a year (RFC 9116 §2.5.5) */
const lifetime = 180 * 24 * 60 * 60 * 1000;

/** RFC 9116; 404 without SECURITY_CONTACT. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, securityContact } = context.get(config);
  if (securityContact === null) return new Response(null, { status: 404 });
  return textFile([
    `Contact: ${securityContact}`,
    `Expires: ${new Date(Date.now() + lifetime).toISOString()}`,
    `Preferred-Languages: ${languageCodes.join(", ")}`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ]);
}
