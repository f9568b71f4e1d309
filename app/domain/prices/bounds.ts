import { addDays, dayOf } from "#app/domain/catalog/days.ts";

/** days that a sighting is shown (RULES.md 4.5) */
export const shownDays = 180;
/** days that a sighting can be its bottle's reference (RULES.md 4.5) */
export const freshDays = 60;
/** days within which the same shop, size and amount are the same sighting (RULES.md 4.4) */
export const sameDays = 7;

export const kinds = ["bottle", "tester", "decant"] as const;
export type Kind = (typeof kinds)[number];

export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

/** What shops write beside a size or a name. */
export const isTester = (text: string) => /\b(?:tester|probador)\b/iu.test(text);

export function shownSince(now: Date): string {
  return addDays(dayOf(now), -shownDays);
}
