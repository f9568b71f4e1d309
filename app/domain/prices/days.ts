const day = 24 * 60 * 60 * 1000;

/** @returns the date in UTC, e.g. "2026-01-31" */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** @param date ISO 8601 @param days may be negative @returns the date so many days later */
export function addDays(date: string, days: number): string {
  return dayOf(new Date(Date.parse(date) + days * day));
}

/** @returns whether a text is a date of the calendar, as "2026-01-31" and in no other form */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text;
}
