import type { Db } from "#db/database.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { recordDecision } from "./log/audit.ts";
import {
  type EmailState,
  listUnsent,
  retryEmails,
  type UnsentEmail,
} from "#app/mail/unsent-emails.ts";
import { asOperator, type Role, withoutAddresses } from "./roles.ts";

export type { EmailState } from "#app/mail/unsent-emails.ts";

export const maxEmails = 50;

export const emailStates = ["dead", "failing", "waiting"] as const satisfies EmailState[];

export type DeskEmail = Omit<UnsentEmail, "recipient"> & { recipient: string | null };

export async function unsentFor(db: Db, role: Role): Promise<Record<EmailState, DeskEmail[]>> {
  const [dead, failing, waiting] = await Promise.all(
    emailStates.map((state) => listUnsent(db, state, maxEmails)),
  );
  const seen = (emails: UnsentEmail[]) =>
    role === "owner" ? emails : emails.map((email) => masked(email));
  return { dead: seen(dead!), failing: seen(failing!), waiting: seen(waiting!) };
}

const masked = (email: UnsentEmail): DeskEmail => ({
  ...email,
  recipient: null,
  subject: withoutAddresses(email.subject),
  last_error: email.last_error && withoutAddresses(email.last_error),
});

/** Makes one email due now, or (`id` null) all that wait or were given up; not what is sent or in flight. */
export async function retry(
  db: Db,
  id: number | null,
  actor: string,
  now: Date,
): Promise<{ count: number }> {
  return asOperator(db, actor, async (tx) => {
    const count = await retryEmails(tx, id, now);
    if (count === 0) throw new Refused("nothing-to-retry");
    const subject = id === null ? "emails" : (`email:${id}` as const);
    await recordDecision(tx, { actor, action: "retry", subject, after: { count } }, now);
    return { count };
  });
}
