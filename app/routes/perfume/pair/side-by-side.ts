import { factsOf, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { compareNotes } from "#app/domain/pairs/pairs.ts";
import { type BottlePrice, savings } from "#app/domain/prices/bottle-prices.ts";
import type { PagePrices } from "#app/domain/prices/page-currency.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { factsInWords, listOf } from "../facts-in-words.ts";

interface Bottle extends StoredFacts {
  id: number;
}

export interface Cell {
  text: string;
  /** "−83 % per ml" */
  more?: string;
  shop?: { shop: string; link?: string; affiliate?: true };
}

/** One of two bottles can lack what a row says; a row about both has one cell. */
export interface Row {
  title: string;
  cells: [Cell] | [lookAlike: Cell, original: Cell];
}

/** What is known of the two, in the look-alike's column and the original's; rows of which neither is known are left out. */
export function sideBySide(
  language: Language,
  lookAlike: Bottle,
  original: Bottle,
  { prices, currency }: PagePrices,
): Row[] {
  const { t } = translatorIn(language);
  const bottles = [lookAlike, original] as const;
  const row = (title: string, [one, other]: (Cell | undefined)[]): Row[] => {
    const unknown = { text: t("pages:pair.unstated") };
    return one || other ? [{ title, cells: [one ?? unknown, other ?? unknown] }] : [];
  };
  const own = bottles.map(({ id }) => prices.get(id));
  const facts = bottles.map((bottle) => factsInWords(language, factsOf(bottle)));
  const asText = (text: string | undefined) => (text === undefined ? undefined : { text });
  return [
    ...row(t("pages:pair.per"), perAmount(language, currency, own)),
    ...row(
      t("pages:pair.cheapest"),
      own.map((price) => price && cheapest(language, price)),
    ),
    ...(["concentracion", "anio", "genero"] as const).flatMap((name) =>
      row(
        t(`pages:facts.${name}`),
        facts.map((known) => asText(known[name])),
      ),
    ),
    ...notes(language, facts[0]?.notas, facts[1]?.notas),
  ];
}

/** Of the prices that the bottles' own pages speak of (RULES.md 4.5). */
function perAmount(
  language: Language,
  currency: string,
  [one, original]: (BottlePrice | undefined)[],
): (Cell | undefined)[] {
  const format = formatIn(language);
  const amount = (price: BottlePrice) => ({
    text: writeAmount(format, price.reference.per100ml, currency),
  });
  const saved = one && savings(one.reference, original?.reference);
  const more =
    saved &&
    translatorIn(language).t("messages:prices.perMl", { difference: format.difference(saved) });
  return [one && { ...amount(one), ...(more && { more }) }, original && amount(original)];
}

function cheapest(language: Language, { cheapest: one, currency }: BottlePrice): Cell {
  const format = formatIn(language);
  const { amount, size, shop, link, affiliate } = one;
  return {
    text: `${writeAmount(format, amount, currency)} · ${format.millilitres(size)}`,
    shop: { shop, ...(link !== null && { link, ...(affiliate && { affiliate: true as const }) }) },
  };
}

function notes(language: Language, one: string[] | undefined, other: string[] | undefined): Row[] {
  const { t } = translatorIn(language);
  const cell = (some: string[] = []) => ({ text: listOf(some) || t("pages:pair.unstated") });
  if (!one && !other) return [];
  if (!one || !other) return [{ title: t("pages:facts.notas"), cells: [cell(one), cell(other)] }];
  const { shared, onlyOne, onlyOther } = compareNotes(one, other);
  const none = { text: "–" };
  const own: Row = {
    title: t("pages:pair.own"),
    cells: [
      onlyOne.length > 0 ? cell(onlyOne) : none,
      onlyOther.length > 0 ? cell(onlyOther) : none,
    ],
  };
  return [
    ...(shared.length > 0
      ? [{ title: t("pages:pair.shared"), cells: [cell(shared)] } satisfies Row]
      : []),
    ...(onlyOne.length + onlyOther.length > 0 ? [own] : []),
  ];
}
