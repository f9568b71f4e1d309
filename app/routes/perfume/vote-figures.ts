import type { Format } from "#app/i18n/format.ts";

/** A page's numbers, formatted by the server; those below 1,000 look the same in every language and are not sent. */
export interface Figures {
  /** "0 %" */
  percent: string;
  large?: Record<number, string>;
}

export function figuresOf(format: Format, numbers: number[]): Figures {
  const large = numbers.filter((number) => number >= 1000);
  return {
    percent: format.percent(0),
    ...(large.length > 0 && {
      large: Object.fromEntries(large.map((number) => [number, format.number(number)])),
    }),
  };
}

/** Numbers that the server did not send are formatted by the browser. */
export function writeNumber(figures: Figures, number: number): string {
  return figures.large?.[number] ?? (number < 1000 ? String(number) : number.toLocaleString());
}

export function writePercent(figures: Figures, value: number): string {
  return figures.percent.replace("0", String(value));
}
