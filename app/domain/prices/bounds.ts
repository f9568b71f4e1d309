import { addDays, dayOf, isDay } from "./days.ts";

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

const firstDay = "2000-01-01";
/** ms that the easternmost country of the six languages is ahead of UTC */
const ahead = 2 * 60 * 60 * 1000;

export function canBeSeenOn(date: string, now: Date): boolean {
  return isDay(date) && date >= firstDay && date <= lastDay(now);
}

/** Today in the easternmost country of the six languages. */
export function lastDay(now: Date): string {
  return dayOf(new Date(now.getTime() + ahead));
}

export function shownSince(now: Date): string {
  return addDays(dayOf(now), -shownDays);
}
