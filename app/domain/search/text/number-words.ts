export type NumberSpelling = {
  units: string;
  tens: string;
  hundreds: string;
  /** ways to join a ten or a hundred with its unit */
  join: (ten: string, unit: string) => string[];
};

export const numberSpellings: readonly NumberSpelling[] = [
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

export const otherNumberWords: ReadonlyMap<string, number> = new Map(
  Object.entries({
    quatorze: 14,
    catorze: 14,
    dezasseis: 16,
    fuenf: 5,
    zwoelf: 12,
  }),
);

export const romanNumerals: readonly string[] =
  "ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv".split(
    " ",
  );
