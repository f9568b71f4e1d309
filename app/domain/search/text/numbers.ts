type NumberSpelling = {
  units: string;
  tens: string;
  hundreds: string;
  /** ways to join a ten or a hundred with its unit */
  join: (ten: string, unit: string) => string[];
};

const numberSpellings: readonly NumberSpelling[] = [
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

const otherNumberWords: ReadonlyMap<string, number> = new Map(
  Object.entries({
    quatorze: 14,
    catorze: 14,
    dezasseis: 16,
    fuenf: 5,
    zwoelf: 12,
  }),
);

const romanNumerals: readonly string[] =
  "ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv".split(
    " ",
  );

const maxWrittenOut = 30;

type NumberTables = {
  valueOf: ReadonlyMap<string, number>;
  wordsOf: ReadonlyMap<number, ReadonlySet<string>>;
};

const { valueOf, wordsOf } = numberTables();

/** For an ambiguous word, the language listed first decides. */
function numberTables(): NumberTables {
  const valueOf = new Map<string, number>();
  const wordsOf = new Map<number, Set<string>>();
  const add = (word: string, value: number) => {
    if (!valueOf.has(word)) valueOf.set(word, value);
    if (value > maxWrittenOut) return;
    const words = wordsOf.get(value) ?? new Set();
    wordsOf.set(value, words.add(word));
  };
  for (const spelling of numberSpellings)
    for (const [word, value] of numbersOf(spelling)) add(word, value);
  for (const [word, value] of otherNumberWords) add(word, value);
  romanNumerals.forEach((numeral, index) => add(numeral, index + 2));
  return { valueOf, wordsOf };
}

function numbersOf({ units, tens, hundreds, join }: NumberSpelling): [string, number][] {
  const unitWords = units.split(" ");
  const belowHundred = unitWords.map((word, value): [string, number] => [word, value]);
  tens.split(" ").forEach((ten, index) => {
    const value = (index + 2) * 10;
    belowHundred.push([ten, value]);
    // French counts on to soixante-dix-neuf and quatre-vingt-dix-neuf.
    const unitsAfterTen = /soixante$|vingt$/.test(ten) && value > 59 ? 20 : 10;
    for (let unit = 1; unit < unitsAfterTen; unit++)
      for (const word of join(ten, unitWords[unit]!)) belowHundred.push([word, value + unit]);
  });
  const numbers = [...belowHundred];
  hundreds.split(" ").forEach((hundred, index) => {
    const value = (index + 1) * 100;
    numbers.push([hundred, value]);
    for (const [word, rest] of belowHundred)
      if (rest > 0) for (const joined of join(hundred, word)) numbers.push([joined, value + rest]);
  });
  return numbers;
}

export function digitsOf(joined: string): string | undefined {
  return valueOf.get(joined)?.toString();
}

/** "two twelve" → "212" */
export function digitsInSequence(words: string[]): string | undefined {
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

/** "2" → two, dos, deux, ii… */
export function wordsForDigits(digits: string): Iterable<string> {
  return wordsOf.get(Number(digits)) ?? [];
}
