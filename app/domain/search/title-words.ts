/** What shops write beside a perfume's name in the six languages (RULES.md 2.3). */
const anyWord = (words: string) =>
  String.raw`(?<![\p{L}\p{N}])(?:${words
    .trim()
    .split(/\s*\n\s*|\|/u)
    .join("|")})(?![\p{L}\p{N}])`;

const packing = new RegExp(
  anyWord(`
    (?:natural |purse |travel |pocket |refillable |new )?(?:sprays?|refills?|refillable|splash|atomi[sz]er|rollerball|fragrance)
    travel(?: size)?|mini(?:ature|atura)?s?|tester|(?:un)?boxed|sealed|private blend|replica|flacon|flakon|frasco
    vapo|vap|vaporisateur|vaporizador|vaporizzatore|vapori[sz]er|atomi[sz](?:ador|eur|zatore)|zerstäuber|nebuli[sz]{1,2}(?:ador|atore)|naturel?|naturspray|naturale
    recargable|recarga|rechargeable|recharge|nachfüllbar|nachfüllung|ricaricabile|ricarica|recarregável
    (?:sin|no|without|sans|ohne|senza|sem) (?:caja|box|boîte|boite|verpackung|karton|ovp|scatola|caixa|tapón|tapon|cap|bouchon|kappe|deckel|tappo|tampa)
    (?:con|with|avec|mit|com) (?:tapón|tapon|cap|bouchon|kappe|deckel|tappo|tampa)
    (?:brand )?new(?: in box)?|nuev[oa]|neuf(?: sous blister)?|neu|nuov[oa]|nov[oa]|(?:& )?ovp|originale?|precintad[oa]|sigillat[oa]|lacrad[oa]|fragancia|fragranza
  `),
  "giu",
);
const offer = /exclusiv|esclusiv|limited edition|edici[oó]n limitada|[ée]dition limit[ée]e/iu;

export const withoutOffers = (title: string) =>
  title
    .replace(/[([]([^)\]]*)[)\]]/gu, (_, aside: string) => (offer.test(aside) ? " " : ` ${aside} `))
    .replace(/[™®©]/gu, " ");

/** "Profumo uomo Dior Sauvage"; where no other strength follows, "Parfum" may be one. */
const kindOfGoods =
  /^\s*(?:perfume|profumo|duft|parfum(?=.*(?<!\p{L})(?:e\.?d\.?[tpc]|eau de|acqua di|agua de)(?!\p{L})))(?!\p{L})/iu;

export const withoutPacking = (title: string) =>
  title.replace(packing, " ").replace(kindOfGoods, " ");

const forThem = "(?:(?:for|pour|para|per|für|da|de|di) )?";
const s = "(?:['’]?s)?";
const genders = [
  [
    "men",
    `${forThem}(?:men${s}|hommes|hombres?|caballeros?|uomini|herren|männer|homens?|masculin[oe]?|maschile|gents)`,
  ],
  [
    "women",
    `${forThem}(?:women${s}|femmes|mujer(?:es)?|damas?|donne|damen|frauen|mulher(?:es)?|f[eé]minine?|femenino|feminino|femminile|ladies)`,
  ],
  ["unisex", `unisexe?`],
] as const;
const inNames = [
  ["men", `${forThem}(?:homme|him|man|uomo)`],
  ["women", `${forThem}(?:femme|her|woman|donna)`],
] as const;

export type Gender = (typeof genders)[number][0];

/** @returns the name without words for a gender; `isNameLike` if they often belong to names */
export function genderIn(name: string): {
  gender: Gender | null;
  isNameLike: boolean;
  rest: string;
} {
  const found = new Set<Gender>();
  let rest = name;
  let isNameLike = false;
  for (const [gender, words] of [...genders, ...inNames]) {
    const less = rest.replace(new RegExp(anyWord(words), "giu"), " ");
    if (less === rest) continue;
    found.add(gender);
    isNameLike ||= inNames.some((one) => one[1] === words);
    rest = less;
  }
  const [only = null, ...others] = found;
  return { gender: others.length > 0 ? "unisex" : only, isNameLike, rest };
}
