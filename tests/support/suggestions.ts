// Suggestions by people as tests name them: everybody has a mailbox of their own, and no network.
import type { Db } from "#db/database.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import * as suggestions from "#app/domain/suggestions/suggestions.ts";

export const speaker = (userId: string | null, more: Partial<Speaker> = {}): Speaker => ({
  userId,
  confirmed: userId !== null,
  mailboxes: userId === null ? [] : [`mailbox of ${userId}`],
  mailDomain: null,
  network: null,
  isTrusted: true,
  ...more,
});

interface Suggested {
  marca: string;
  nombre: string;
  userId: string | null;
  language: string;
}

export const suggestPerfume = (db: Db, { userId, ...suggested }: Suggested, now: Date) =>
  suggestions.suggestPerfume(db, { ...suggested, by: speaker(userId) }, now);

export const suggestDupe = (
  db: Db,
  { userId, ...suggested }: Suggested & { perfumeId: number; fuente?: string },
  now: Date,
) => suggestions.suggestDupe(db, { ...suggested, by: speaker(userId) }, now);
