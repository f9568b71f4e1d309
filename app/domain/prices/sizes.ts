const maxLength = 40;
const [minSize, maxSize] = [0.5, 1000];
/** ml per US fluid ounce */
const ounce = 29.5735;

const units: Record<string, number> = { cl: 10, dl: 100, l: 1000 };

const number = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)`;
/** Not inside a longer number, a negative one, an exponent ("1e2ml"), a fraction or a number of pieces. */
const begin = String.raw`(?<![\d.,]|(?:^|\s)[-+−–]|\d\s*[e/⁄x×]\s*)`;
const pieces = String.raw`(?:(\d{1,2})\s*[x×]\s*)?`;
const metric = new RegExp(String.raw`${begin}${pieces}${number}\s*(ml|cl|dl|l)\b`, "iu");
const ounces = new RegExp(
  String.raw`${begin}${pieces}${number}\s*(?:fl\.?\s*)?(?:ounces?|oz)\b`,
  "iu",
);
const bare = new RegExp(`^${number}$`, "u");

/** "10 cl", "3.4 fl. oz / 100 ml", "2 x 1 oz"; a bare number is ml (RULES.md 4.2). @returns 0.5 to 1,000 ml with one decimal, or null */
export function parseSize(text: string): number | null {
  if (text.length > maxLength) return null;
  const [, alone] = bare.exec(text.trim()) ?? [];
  if (alone !== undefined) return bounded(millilitresIn(alone));
  const [, times = "1", size, unit] = metric.exec(text) ?? [];
  if (size !== undefined) return bounded(Number(times) * inMillilitres(size, unit!.toLowerCase()));
  const [, pieces = "1", of] = ounces.exec(text) ?? [];
  if (of === undefined) return null;
  return bounded(Number(pieces) * asLabelled(numberIn(of) * ounce));
}

const numberIn = (text: string) => Number(text.replace(",", "."));

const inMillilitres = (text: string, unit: string) =>
  unit === "ml" ? millilitresIn(text) : numberIn(text) * units[unit]!;

/** Three digits after a separator are thousands, because thousandths of a ml are implausible. */
const millilitresIn = (text: string) =>
  /^[1-9]\d*[.,]\d{3}$/u.test(text) ? Number(text.replace(/[.,]/u, "")) : numberIn(text);

/** Labels round ounces: 3.4 oz is 100 ml, not 100.5. */
function asLabelled(ml: number): number {
  const step = ml > 20 ? 5 : 0.5;
  const whole = Math.round(ml / step) * step;
  return Math.abs(whole - ml) <= ml * 0.025 ? whole : ml;
}

function bounded(ml: number): number | null {
  const size = Math.round(ml * 10) / 10;
  return size >= minSize && size <= maxSize ? size : null;
}
