const day = 24 * 60 * 60 * 1000;

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return dayOf(new Date(Date.parse(date) + days * day));
}

/** Accepts only the form "2026-01-31". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && dayOf(instant) === text;
}
