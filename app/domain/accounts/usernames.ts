import { z } from "zod";
import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import { sql } from "kysely";

/** Reserved prefix of every invented username (RULES.md 9.8). */
export const samplePrefix = "demo_";

/** The ids of the invented community (RULES.md 1.14). */
export const samplePeople = (db: Db) =>
  db
    .selectFrom("usuarios")
    .select("id")
    .where("nombre_usuario_clave", ">=", samplePrefix)
    .where("nombre_usuario_clave", "<", `${samplePrefix}\uffff`)
    // The key of "dem0_ana" begins alike.
    .where(sql`substr(nombre_usuario, 1, 5)`, "=", samplePrefix);

export const minUsername = 3;
export const maxUsername = 30;

/** Words in six languages that would impersonate the operators, the site or its software. */
const reservedWords = [
  "admin|administra(?:cion|tion|zione|cao|dora?|tora?|teur|trice|tore)|administratorin",
  "operator(?:in)?|operadora?|operateur|operatrice|operatore|betreiber(?:in)?",
  "moderator(?:in)?|moderadora?|moderateur|moderatrice|moderatore|moderation",
  "staff|team|equipo|equipe|equipa|webmaster|postmaster|hostmaster",
  "support|soporte|supporto|suporte",
  "official|oficial|officiel(?:le)?|offiziell|ufficiale",
  "security|seguridad|securite|sicherheit|sicurezza|seguranca",
  "deleted|eliminad[oa]|borrad[oa]|supprimee?|geloescht|eliminat[oa]|apagad[oa]",
  "anonymous|anonim[oa]|anonyme?",
  "root|system|sistema|systeme|api|null|undefined|sosia",
];

// Digits that imitate letters: adm1n, s0sia.
const digitsOf: Record<string, string> = {
  a: "4",
  b: "8",
  e: "3",
  g: "69",
  i: "1",
  l: "1",
  o: "0",
  s: "5",
  t: "7",
  z: "2",
};

const asWords = reservedWords.join("|").replace(/\(\?:|\[oa\]|[a-z]/gu, (part) => {
  if (part === "(?:") return part;
  if (part === "[oa]") return "[oa04]";
  return digitsOf[part] ? `[${part}${digitsOf[part]}]` : part;
});

// Matches whole words with a letter (RULES.md 9.8): "the_admin2", but neither "badminton" nor "50514".
const reserved = new RegExp(`^dem[o0]_|(?<![a-z])(?=\\d*[a-z])(?:${asWords})s?(?![a-z])`, "u");

const usernamePattern = /^\w+$/u;

// A capital also begins a word.
function isReservedUsername(name: string): boolean {
  const withHumps = name.replace(/([a-z\d])([A-Z])/gu, "$1_$2");
  return [name, withHumps].some((one) => reserved.test(canonical(one)));
}

type UsernameFault = "too-short" | "too-long" | "characters" | "reserved";

/** RULES.md 12.2. @param errors message for each fault; the first fault found counts */
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

export function usernameFault(name: string): UsernameFault | null {
  const { error } = faults.safeParse(name);
  return error ? (error.issues[0]!.message as UsernameFault) : null;
}

/** Names that look alike are one: "illumina1", "IIlumina1"; each sign is replaced by one (RULES.md 9.8). */
export const usernameKey = (name: string) =>
  canonical(name).replace(/[i1]/gu, "l").replace(/0/gu, "o");

/** Look-alikes from before they were one have the name itself as their key. */
export const usernameKeys = (name: string) => [usernameKey(name), canonical(name)];

export async function isUsernameTaken(
  db: Db,
  name: string,
  exceptUserId: string | null = null,
): Promise<boolean> {
  const owners = await db
    .selectFrom("usuarios")
    .select(["id", "nombre_usuario"])
    .where("nombre_usuario_clave", "in", usernameKeys(name))
    .execute();
  return owners.some(({ id }) => id !== exceptUserId) && !owners.some(isOwn);

  function isOwn({ id, nombre_usuario }: (typeof owners)[number]): boolean {
    return id === exceptUserId && canonical(nombre_usuario ?? "") === canonical(name);
  }
}
