import type { Format } from "../i18n/format.ts";

/**
 * How a page writes its figures: numbers below a thousand are written alike in every language, so only larger ones travel
 * as text beside the number, and one pattern stands for all percentages.
 */
export interface Figures {
  /** "0 %" */
  percent: string;
  large: Record<number, string>;
}

/** @param numbers all that the page may have to write */
export function figuresOf(format: Format, numbers: number[]): Figures {
  const large = numbers.filter((number) => number >= 1000);
  return {
    percent: format.percent(0),
    large: Object.fromEntries(large.map((number) => [number, format.number(number)])),
  };
}

/** The server's writing; a number that only the browser knows, it writes itself. */
export function writeNumber(figures: Figures, number: number): string {
  return figures.large[number] ?? (number < 1000 ? String(number) : number.toLocaleString());
}

/** @param value whole per cent, 0 to 100 */
export function writePercent(figures: Figures, value: number): string {
  return figures.percent.replace("0", String(value));
}
