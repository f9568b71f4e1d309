import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { warningEmail } from "./operator-emails.ts";
import { roleOf } from "./operators.ts";
import { recordFactor } from "./remove-factor.ts";
import { endSessionsOf } from "#app/domain/accounts/sessions.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
} from "#app/domain/accounts/second-factor-codes.ts";
import { queueEmail } from "#app/mail/outbox.ts";

export interface NewFactor {
  secret: string;
  uri: string;
}

/** Where the factor is switched on. */
export interface Here {
  secrets: readonly string[];
  /** token of the session that goes on */
  session: string | null;
  origin: string;
  /** for an operator who was never at the desk */
  language: string;
}

/** Starts the set-up, each time with another key; codes are required after `confirmFactor`. @returns null for non-operators and if already set up */
export async function beginFactor(
  db: Db,
  userId: string,
  { issuer, label, secrets }: { issuer: string; label: string; secrets: readonly string[] },
  now: Date,
): Promise<NewFactor | null> {
  return inTransaction(db, async (tx) => {
    if ((await roleOf(tx, userId)) === null) return null;
    const totp = await beginSecondFactor(tx, userId, secrets, now);
    if (!totp) return null;
    totp.issuer = issuer;
    totp.label = label;
    const secret = totp.secret.base32.match(/.{1,4}/gu)!.join(" ");
    return { secret, uri: totp.toString() };
  });
}

/** Ends the other sessions and tells the owner of the account. @returns ten recovery codes, never shown again; null if the code is wrong or no set-up was started */
export async function confirmFactor(
  db: Db,
  userId: string,
  code: string,
  here: Here,
  now: Date,
): Promise<string[] | null> {
  return inTransaction(db, async (tx) => {
    if ((await roleOf(tx, userId)) === null || !(await mayWrite(tx, userId))) return null;
    const recoveryCodes = await confirmSecondFactor(tx, userId, code, here.secrets, now);
    if (!recoveryCodes) return null;
    await endSessionsOf(tx, userId, here.session ?? undefined);
    await recordFactor(tx, userId, "second-factor-on", userId, now);
    await tell(tx, userId, "secondFactorOn", here, now);
    return recoveryCodes;
  });
}

/** Whoever types them has got past the password (RULES.md 10.19). */
export async function tellOfWrongCodes(
  db: Db,
  userId: string,
  site: Pick<Here, "origin" | "language">,
  now: Date,
): Promise<void> {
  await inTransaction(db, (tx) => tell(tx, userId, "wrongCodes", site, now));
}

async function tell(
  tx: Db,
  userId: string,
  what: "secondFactorOn" | "wrongCodes",
  { origin, language }: Pick<Here, "origin" | "language">,
  now: Date,
): Promise<void> {
  const account = await tx
    .selectFrom("accounts")
    .leftJoin("operators", "operators.user_id", "accounts.user_id")
    .select(["email", "operators.language"])
    .where("accounts.user_id", "=", userId)
    .executeTakeFirst();
  if (!account) return;
  // A stranger chooses the language of the page, but not that of the operator's last visit to the desk.
  const operator = { email: account.email, language: account.language ?? language };
  await queueEmail(tx, warningEmail(origin, operator, what, now), now);
}
