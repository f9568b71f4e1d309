import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import { keyedHash } from "./secrets.ts";

const gmail = new Set(["gmail.com", "googlemail.com"]);
const yahoo = /^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/u;
const plusTags = new Set([
  ...gmail,
  ..."outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com fastmail.com".split(" "),
  ..."proton.me protonmail.com pm.me zoho.com hey.com mailbox.org posteo.de tuta.com".split(" "),
]);

/** Removes what the provider ignores, so that all addresses of one mailbox are equal (RULES.md 5.7). */
export function mailboxOf(email: string): string {
  const address = canonical(email);
  const at = address.lastIndexOf("@");
  let [name, host] = [address.slice(0, at), address.slice(at + 1)];
  if (plusTags.has(host)) name = name.split("+")[0]!;
  if (yahoo.test(host)) name = name.split("-")[0]!;
  if (gmail.has(host)) [name, host] = [name.replaceAll(".", ""), "gmail.com"];
  return `${name}@${host}`;
}

/** Keyed hashes of the mailbox, one per secret, the current secret's first. */
export function mailboxHashes(secrets: readonly string[], email: string): [string, ...string[]] {
  const mailbox = mailboxOf(email);
  return secrets.map((secret) => keyedHash(secret, "mailbox", mailbox)) as [string, ...string[]];
}

/** @returns `mailboxHashes` of the person's address; null when the account is gone */
export async function mailboxOfPerson(
  db: Db,
  userId: string,
  secrets: readonly string[],
): Promise<[string, ...string[]] | null> {
  const account = await db
    .selectFrom("accounts")
    .select("email")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return account ? mailboxHashes(secrets, account.email) : null;
}
