import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";

/** characters (RULES.md 3.2) */
export const minUsername = 3;
export const maxUsername = 30;

/** Names that look like the operators', and those of the sample community (RULES.md 7.9). */
const reserved =
  /^(admin\w*|administra\w*|operator\w*|operador\w*|moderador\w*|moderator\w*|root|system|support|soporte|sosia\w*|null|undefined|demo_\w*)$/u;

/** Letters, digits and underscores. */
export const usernamePattern = /^\w+$/u;

/** @returns true for a name that nobody may choose, in whatever spelling */
export function isReservedUsername(name: string): boolean {
  return reserved.test(canonical(name));
}

type UsernameFault = "too-short" | "too-long" | "characters" | "reserved";

/** @returns what is wrong with a username (RULES.md 3.2), or null */
export function usernameFault(name: string): UsernameFault | null {
  if (name.length < minUsername) return "too-short";
  if (name.length > maxUsername) return "too-long";
  if (!usernamePattern.test(name)) return "characters";
  return isReservedUsername(name) ? "reserved" : null;
}

/** @returns whether another user has the name, in any spelling */
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
