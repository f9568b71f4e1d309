import { addDays, dayOf, isDay } from "./days.ts";

/** days that a sighting is shown (RULES.md 19.5) */
export const shownDays = 180;
/** days within which the same shop, size and amount are the same sighting (RULES.md 19.4) */
export const sameDays = 7;

export const kinds = ["bottle", "tester", "decant"] as const;
export type Kind = (typeof kinds)[number];

/** @returns whether an untrusted text is a kind of sighting */
export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

const firstDay = "2000-01-01";
/** ms by which the easternmost of the six languages' countries is ahead of UTC: their today is no future */
const ahead = 2 * 60 * 60 * 1000;

/** @returns whether something can have been seen on this date: a real one, from 2000 on, not in the future */
export function canBeSeenOn(date: string, now: Date): boolean {
  return isDay(date) && date >= firstDay && date <= lastDay(now);
}

/** @returns the last date on which something can have been seen: today, in the easternmost of the six languages' countries */
export function lastDay(now: Date): string {
  return dayOf(new Date(now.getTime() + ahead));
}

/** @returns the first date of which sightings are shown today */
export function shownSince(now: Date): string {
  return addDays(dayOf(now), -shownDays);
}
