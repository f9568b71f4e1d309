import { type SqlBool, sql } from "kysely";
import { isProven } from "#app/domain/accounts/new-people.ts";
import { ownMailDomain } from "#app/domain/accounts/mail-domains.ts";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import { keyedHash } from "#app/domain/accounts/secrets.ts";
import type { Db } from "#db/database.ts";

export interface VoiceSettings {
  secrets: readonly string[];
  /** with SMTP; elsewhere nobody proves an address */
  emailsAreConfirmed: boolean;
  /** `TRUST_NEW_ACCOUNTS`: their voices count at once */
  trustsNewAccounts?: boolean;
}

/** Who says something that others see, and from where (RULES.md 5.7, 5.8). The hashes are keyed. */
export interface Speaker {
  /** null for a visitor */
  userId: string | null;
  /** if false, they count as a visitor; without emails every account counts as confirmed */
  confirmed: boolean;
  /** one per secret, the current one's first; none for a visitor, or when the account is gone */
  mailboxes: readonly string[];
  /** by the oldest secret, as `network`, so that a new one makes nobody a second voice; null for a large provider's, and where addresses are not confirmed */
  mailDomain: string | null;
  /** the /24 or /48; null for a local address */
  network: string | null;
  /** the site lets new accounts count at once */
  isTrusted: boolean;
}

/** The row of a voice, as far as it tells whose it is. */
export interface Voice {
  user_id: string | null;
  mailbox: string | null;
  mail_domain: string | null;
  network: string | null;
}

export const visitor = (network: string | null): Speaker => ({
  userId: null,
  confirmed: false,
  mailboxes: [],
  mailDomain: null,
  network,
  isTrusted: false,
});

/** Call in the writing transaction. */
export async function speakerOf(
  db: Db,
  userId: string,
  network: string | null,
  { secrets, emailsAreConfirmed, trustsNewAccounts = false }: VoiceSettings,
): Promise<Speaker> {
  const account = await db
    .selectFrom("accounts")
    .select(["email", "google_sub", "confirmed_at", "created_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const domain = account && emailsAreConfirmed ? ownMailDomain(account.email) : null;
  return {
    userId,
    confirmed: !emailsAreConfirmed || account === undefined || isProven(account),
    mailboxes: account ? mailboxHashes(secrets, account.email) : [],
    mailDomain: domain === null ? null : keyedHash(secrets.at(-1)!, "mail domain", domain),
    network,
    isTrusted: !emailsAreConfirmed || trustsNewAccounts,
  };
}

/** Also recognises who deleted the account and came back. */
export function isOwn({ user_id, mailbox }: Pick<Voice, "user_id" | "mailbox">, by: Speaker) {
  if (by.userId !== null && user_id === by.userId) return true;
  return mailbox !== null && by.mailboxes.includes(mailbox);
}

/** `isOwn` in SQL, for a person. */
export const ownRow = ({ userId, mailboxes }: Speaker) =>
  mailboxes.length === 0
    ? sql<SqlBool>`user_id = ${userId}`
    : sql<SqlBool>`(user_id = ${userId} or mailbox in (${sql.join(mailboxes)}))`;

const marks = ["user_id", "mailbox", "mail_domain", "network"] as const;

/** Two voices are distinct when they differ in person, mailbox, own mail domain and network; what is unknown decides nothing. */
export const areDistinct = (a: Voice, b: Voice): boolean =>
  marks.every((mark) => a[mark] === null || a[mark] !== b[mark]);

/** Whether some `wanted` of the voices are distinct from each other. */
export function hasDistinct(voices: readonly Voice[], wanted: number): boolean {
  if (wanted === 0) return true;
  return voices.some((one, at) =>
    hasDistinct(
      voices.slice(at + 1).filter((other) => areDistinct(one, other)),
      wanted - 1,
    ),
  );
}
