import { canonical } from "#app/i18n/text.ts";
import common from "./common-passwords.json" with { type: "json" };

const siteWords = [
  "sosia perfume perfumes parfum parfums profumo profumi fragrance fragancia duft colonia cologne",
  "dupe dupes password passwort contrasena motdepasse palavrapasse senha",
]
  .join(" ")
  .split(" ");

/** Letters of a common password that are a word themselves: "abc" of "abc12345" would refuse too much. */
const word = /^[a-z]{4,}$/u;

/** RULES.md 9.17. @param person whose names are easily guessed */
export function isEasyToGuess(
  password: string,
  person: { email: string; username: string | null },
): boolean {
  const typed = password.toLowerCase();
  const stem = stemOf(typed);
  const mailbox = person.email.split(/[@+]/u)[0]!;
  const names = [mailbox, person.username ?? ""].map((name) => stemOf(lettersOf(name)));
  const guessed = guessedFirst();
  return (
    guessed.has(typed) || guessed.has(stem) || (stem !== "" && names.includes(lettersOf(stem)))
  );
}

function guessedFirst(): ReadonlySet<string> {
  const passwords = common.passwords.split(" ");
  const words = passwords.map(stemOf).filter((stem) => word.test(stem));
  return new Set([...passwords, ...words, ...siteWords]);
}

const stemOf = (text: string) => text.replace(/[\d@$!%*?&]+$/u, "");

const lettersOf = (name: string) => canonical(name).replace(/[^a-z\d]/gu, "");
