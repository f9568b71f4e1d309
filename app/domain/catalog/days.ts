const day = 24 * 60 * 60 * 1000;
const firstDay = "2000-01-01";
/** ms that the easternmost country of the six languages is ahead of UTC */
const ahead = 2 * 60 * 60 * 1000;

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return dayOf(new Date(Date.parse(date) + days * day));
}

/** Accepts only the form "2026-01-31". */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text;
}

export function isPastDay(date: string, now: Date): boolean {
  return isDay(date) && date >= firstDay && date <= lastDay(now);
}

/** Today in the easternmost country of the six languages. */
export function lastDay(now: Date): string {
  return dayOf(new Date(now.getTime() + ahead));
}
