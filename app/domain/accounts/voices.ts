import type { Db } from "#db/database.ts";
import { ownMailDomain } from "./mail-domains.ts";
import { mailboxHashes } from "./mailboxes.ts";
import { keyedHash } from "./secrets.ts";

export interface VoiceSettings {
  secrets: readonly string[];
  /** with SMTP; elsewhere nobody proves an address */
  emailsAreConfirmed: boolean;
}

/** Keyed hashes that tell whether two people are one voice (RULES.md 5.7, 5.8). */
export interface Voice {
  /** one per secret, the current one's first; none when the account is gone */
  mailboxes: readonly string[];
  /** null for a large provider's, and where addresses are not confirmed */
  mailDomain: string | null;
}

export async function voiceOfPerson(
  db: Db,
  userId: string,
  { secrets, emailsAreConfirmed }: VoiceSettings,
): Promise<Voice> {
  const account = await db
    .selectFrom("accounts")
    .select("email")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!account) return { mailboxes: [], mailDomain: null };
  const domain = emailsAreConfirmed ? ownMailDomain(account.email) : null;
  return {
    mailboxes: mailboxHashes(secrets, account.email),
    mailDomain: domain === null ? null : keyedHash(secrets[0]!, "mail domain", domain),
  };
}
