import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";

/** characters (spec.md §9) */
export const shortestUsername = 3;
export const longestUsername = 30;

/** Names that would pass for the operators, or for the sample community. */
const reserved =
  /^(admin\w*|administra\w*|operator\w*|operador\w*|moderador\w*|moderator\w*|root|system|support|soporte|sosia\w*|null|undefined|demo_\w*)$/u;

/** Letters, digits and underscores. */
export const usernamePattern = /^\w+$/u;

/** @returns true for a name that nobody may choose, in whatever spelling */
export function isReservedUsername(name: string): boolean {
  return reserved.test(canonical(name));
}

export type UsernameFault = "too-short" | "too-long" | "characters" | "reserved";

/** @returns what is wrong with a username (spec.md §5), or null: letters, digits and underscores, 3 to 30 of them. */
export function usernameFault(name: string): UsernameFault | null {
  if (name.length < shortestUsername) return "too-short";
  if (name.length > longestUsername) return "too-long";
  if (!usernamePattern.test(name)) return "characters";
  return isReservedUsername(name) ? "reserved" : null;
}

/** @returns true when somebody else has the name, in whatever spelling. */
export async function isUsernameTaken(
  db: Db,
  name: string,
  exceptUserId: string | null = null,
): Promise<boolean> {
  const owner = await db
    .selectFrom("usuarios")
    .select("id")
    .where("nombre_usuario_clave", "=", canonical(name))
    .executeTakeFirst();
  return owner !== undefined && owner.id !== exceptUserId;
}
