import { normalized } from "#app/i18n/text.ts";

const maxLength = 40;
const [minSize, maxSize] = [0.5, 1000];
/** ml per US fluid ounce */
const ounce = 29.5735;

const units: Record<string, number> = { cl: 10, dl: 100, l: 1000 };
/** In six languages; a cubic centimetre is one, too. */
const millilitre = String.raw`ml|cc|mil+il[ií]t(?:er|re|ro|ri)s?`;

const number = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)`;
const sign = String.raw`\s*[x×*✕]\s*`;
/** Not inside a longer number, a negative one, an exponent ("1e2ml"), a fraction or a number of pieces. */
const begin = String.raw`(?<![\d.,]|(?:^|\s)[-+−–]|\d\s*[e/⁄x×*✕]\s*)`;
const unit = String.raw`(${millilitre}|cl|dl|l|(?:u[.]?s[.]?\s*)?(?:fl(?:uid|\.)?\s*)?(?:ounces?|oz))(?![\p{L}\p{N}])\.?`;
const pieces = String.raw`(?:\(?[x×*✕]\s*(\d{1,2})(?![\p{L}\p{N}.,]|\s*${unit})\)?)?`;
const sizes = new RegExp(
  String.raw`${begin}(?:(\d{1,2})${sign}|[x×*✕]\s?(\d{1,2})\s+)?${number}\s*${unit}(?:\s*${pieces})`,
  "giu",
);
const bare = new RegExp(`^${number}$`, "u");
const bareTimes = new RegExp(`^${number}${sign}${number}$`, "iu");
/** "2" or more beside a size, in words of the six languages: "duo 30 ml", "30 ml + mini". */
const more =
  /\p{N}|[+&]|(?<!\p{L})(?:two|three|four|dos|tres|cuatro|deux|trois|quatre|zwei|drei|vier|due|tre|quattro|dois|duas|três|quatro|twin|duo|trio|pair)(?!\p{L})/iu;

interface Size {
  ml: number;
  times: number;
  isMetric: boolean;
}

/** "ml 100", as Italy writes it, beside no other number */
const unitFirst = new RegExp(
  String.raw`^(\D*?)(?<!\p{L})ml\.?\s*${number}(?!\s*\p{L}{1,2}(?!\p{L}))(\D*)$`,
  "iu",
);

/** "10 cl", "3.4 fl. oz / 100 ml", "2 x 1 oz", "30 ml x 2"; bare numbers are ml (RULES.md 4.2). @returns 0.5 to 1,000 ml with one decimal, or null */
export function parseSize(typed: string): number | null {
  if (typed.length > maxLength) return null;
  const text = normalized(typed, "NFKC").replace(unitFirst, "$1$2 ml $3");
  const [, alone] = bare.exec(text.trim()) ?? [];
  if (alone !== undefined) return bounded(millilitresIn(alone));
  const [, one, other] = bareTimes.exec(text.trim()) ?? [];
  if (one !== undefined) return timesBare(one, other!);
  if (more.test(text.replace(sizes, " "))) return null;
  const total = totalOf([...text.matchAll(sizes)].map(sizeIn));
  return total === null ? null : bounded(total);
}

export function withoutSize(title: string, ml: number): string {
  const rest = title.replace(sizes, (found) =>
    isNear(parseSize(found) ?? 0, ml, 0.06) ? " " : found,
  );
  // "EDT 100 VAPO", as shops in Spain write it
  return rest.replace(
    new RegExp(`(?<=\\sed[tpc]\\s+)${ml}\\s*$|(?<=\\s)${ml}(?=\\s+vap)`, "iu"),
    " ",
  );
}

function timesBare(one: string, other: string): number | null {
  const isCount = [one, other].some((part) => /^\d{1,2}$/u.test(part));
  return isCount ? bounded(millilitresIn(one) * millilitresIn(other)) : null;
}

function sizeIn([, before, ahead, size, unit, behind]: RegExpExecArray): Size {
  const times = Number(before ?? ahead ?? 1) * Number(behind ?? 1);
  const name = unit!.toLowerCase();
  const isMetric = !/oz|ounce/u.test(name);
  const ml = isMetric ? inMillilitres(size!, name) : asLabelled(numberIn(size!) * ounce);
  return { ml, times, isMetric };
}

/** Sizes beside each other say the same, or that of one piece. */
function totalOf(found: Size[]): number | null {
  const lead =
    found.find(({ times }) => times > 1) ?? found.find(({ isMetric }) => isMetric) ?? found[0];
  if (!lead) return null;
  const whole = lead.ml * lead.times;
  let total = whole;
  for (const { ml, times, isMetric } of found) {
    const tolerance = isMetric === lead.isMetric ? 0 : 0.15;
    if (isNear(ml * times, whole, tolerance)) total = isMetric ? ml * times : total;
    else if (times > 1 || !isNear(ml, lead.ml, tolerance)) return null;
    else if (isMetric) total = ml * lead.times;
  }
  return total;
}

const isNear = (one: number, other: number, share: number) =>
  Math.abs(one - other) <= other * share;

const numberIn = (text: string) => Number(text.replace(",", "."));

const inMillilitres = (text: string, unit: string) =>
  unit in units ? numberIn(text) * units[unit]! : millilitresIn(text);

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
