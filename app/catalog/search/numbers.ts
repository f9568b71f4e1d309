/** Numbers as words, in six languages and as Roman numerals, for names such as 1 Million, N°5, 212 and 24 Faubourg. */

type Spelling = {
  units: string;
  tens: string;
  hundreds: string;
  join: (ten: string, unit: string) => string[];
};

const spellings: Spelling[] = [
  {
    units:
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    tens: "twenty thirty forty fifty sixty seventy eighty ninety",
    hundreds:
      "hundred twohundred threehundred fourhundred fivehundred sixhundred sevenhundred eighthundred ninehundred",
    join: (ten, unit) => [ten + unit, ten + "and" + unit],
  },
  {
    units:
      "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
    tens: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    hundreds:
      "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
    join: (ten, unit) => [ten + unit, ten + "y" + unit, ten.replace(/e$/, "i") + unit],
  },
  {
    units:
      "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf",
    tens: "vingt trente quarante cinquante soixante soixantedix quatrevingt quatrevingtdix",
    hundreds: "cent deuxcent troiscent quatrecent cinqcent sixcent septcent huitcent neufcent",
    join: (ten, unit) => [ten + unit, ten + "et" + unit],
  },
  {
    units:
      "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    tens: "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    hundreds:
      "hundert zweihundert dreihundert vierhundert funfhundert sechshundert siebenhundert achthundert neunhundert",
    join: (ten, unit) =>
      ten.endsWith("hundert") ? [ten + unit] : [unit.replace(/^eins$/, "ein") + "und" + ten],
  },
  {
    units:
      "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    tens: "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    hundreds:
      "cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento",
    join: (ten, unit) => [ten + unit, ten.replace(/[ia]$/, "") + unit],
  },
  {
    units:
      "zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove",
    tens: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    hundreds:
      "cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos",
    join: (ten, unit) => [ten + unit, ten + "e" + unit],
  },
];

const extra: Record<string, number> = {
  quatorze: 14,
  catorze: 14,
  dezasseis: 16,
  fuenf: 5,
  zwoelf: 12,
};
const valueOf = new Map<string, number>();
const wordsOf = new Map<number, Set<string>>();

function learn(word: string, value: number) {
  if (!valueOf.has(word)) valueOf.set(word, value);
  if (value <= 30) wordsOf.set(value, (wordsOf.get(value) ?? new Set()).add(word));
}

for (const { units, tens, hundreds, join } of spellings) {
  const small = units.split(" ");
  const below = small.map((word, value): [string, number] => [word, value]);
  tens.split(" ").forEach((ten, index) => {
    const value = (index + 2) * 10;
    below.push([ten, value]);
    for (let unit = 1; unit < (/soixante$|vingt$/.test(ten) && value > 59 ? 20 : 10); unit++) {
      for (const word of join(ten, small[unit]!)) below.push([word, value + unit]);
    }
  });
  for (const [word, value] of below) learn(word, value);
  hundreds.split(" ").forEach((hundred, index) => {
    const value = (index + 1) * 100;
    learn(hundred, value);
    for (const [word, rest] of below)
      if (rest > 0) for (const joined of join(hundred, word)) learn(joined, value + rest);
  });
}
for (const [word, value] of Object.entries(extra)) learn(word, value);

const romans =
  "ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv".split(
    " ",
  );
romans.forEach((roman, index) => learn(roman, index + 2));

/** A run of words glued together in; the number they spell as digits out, or undefined: "twentyfour" is "24". */
export function digitsOf(glued: string): string | undefined {
  return valueOf.get(glued)?.toString();
}

/** Words said one after another ("two twelve", "five forty") in; their digits side by side ("212", "540") out, or undefined. */
export function digitsInTurn(words: string[]): string | undefined {
  let digits = "";
  for (let at = 0; at < words.length;) {
    const pair = at + 1 < words.length ? digitsOf(words[at]! + words[at + 1]!) : undefined;
    const value = pair ?? (/^\d+$/.test(words[at]!) ? words[at]! : digitsOf(words[at]!));
    if (value === undefined) return undefined;
    digits += value;
    at += pair === undefined ? 1 : 2;
  }
  return digits;
}

/** Digits in; the words and Roman numerals that mean the same out ("2": two, dos, deux, ii…), for 0 to 30. */
export function spelledOut(digits: string): Iterable<string> {
  return wordsOf.get(Number(digits)) ?? [];
}
