import { forgetOldTokens } from "../accounts/account-tokens.ts";
import { forgetOldSessions } from "../accounts/sessions.ts";
import { forgetUnconfirmed } from "../accounts/sign-up.ts";
import { forgetOldDrafts } from "../community/drafts.ts";
import { forgetOldMessages } from "../community/messages.ts";
import { deleteSentEmails } from "../mail/outbox.ts";
import type { Db } from "#db/connect.ts";
import { noteAnnounced } from "./index-now.ts";
import { forgetOldLimits } from "./limits.ts";

const hour = 60 * 60 * 1000;

const chores = [
  forgetOldSessions,
  forgetOldTokens,
  forgetUnconfirmed,
  forgetOldDrafts,
  forgetOldMessages,
  deleteSentEmails,
  forgetOldLimits,
  noteAnnounced,
];

/** Erases what the privacy policy says is not kept, and what has run out. A chore that fails is done the next time. */
export async function tidy(db: Db, now: Date): Promise<void> {
  for (const chore of chores)
    await chore(db, now).catch((error: Error) => console.error(`${chore.name}: ${error.message}`));
}

/** Tidies now and every hour. */
export function tidyHourly(db: Db): void {
  void tidy(db, new Date());
  setInterval(() => void tidy(db, new Date()), hour).unref();
}
