import { z } from "zod";
import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";

/** characters (RULES.md 3.2) */
export const minUsername = 3;
export const maxUsername = 30;

/** Names that look like the operators', and those of the sample community (RULES.md 7.9). */
const reserved =
  /^(admin\w*|administra\w*|operator\w*|operador\w*|moderador\w*|moderator\w*|root|system|support|soporte|sosia\w*|null|undefined|demo_\w*)$/u;

/** Letters, digits and underscores. */
const usernamePattern = /^\w+$/u;

/** @returns true for a name that nobody may choose, in whatever spelling */
function isReservedUsername(name: string): boolean {
  return reserved.test(canonical(name));
}

type UsernameFault = "too-short" | "too-long" | "characters" | "reserved";

/** What a username must be (RULES.md 3.2). @param errors what to say of each fault; the first one found counts */
export const usernameRule = (errors: Record<UsernameFault, string>) =>
  z
    .string()
    .min(minUsername, { error: errors["too-short"], abort: true })
    .max(maxUsername, { error: errors["too-long"], abort: true })
    .regex(usernamePattern, { error: errors.characters, abort: true })
    .refine((name) => !isReservedUsername(name), errors.reserved);

const faults = usernameRule({
  "too-short": "too-short",
  "too-long": "too-long",
  characters: "characters",
  reserved: "reserved",
});

/** @returns what is wrong with a username, or null */
export function usernameFault(name: string): UsernameFault | null {
  const { error } = faults.safeParse(name);
  return error ? (error.issues[0]!.message as UsernameFault) : null;
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
