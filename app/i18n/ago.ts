import type { Language } from "./languages.ts";

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** @param instant ISO 8601 @returns how long ago that is, in words and whole units: "2 hours ago", "yesterday", "now" */
export function ago(language: Language, instant: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(instant)) / 1000);
  const [unit, length] = units.find(([, one]) => seconds >= one) ?? ["second", Infinity];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(-Math.floor(seconds / length) || 0, unit);
}
