// Texts with their values, where a value could break the grammar around it.
import { expect, test } from "vitest";
import { browserTranslator } from "./browser-translator.ts";
import { formatIn } from "./format.ts";
import type { TextKey } from "./i18n.ts";
import { type Language, languageCodes } from "./languages.ts";
import pt from "./locales/pt/ui.json" with { type: "json" };
import { translatorIn } from "./translators.server.ts";

type Values = Record<string, string | number>;

const oBoticario = { nombre: "Malbec", marca: "O Boticário", original: "Fahrenheit" };
const aventus = { nombre: "Aventus", marca: "Creed", brand: "Armaf", dupe: "Club de Nuit" };
const ten = { n: 10, of: 10 };
const brand = { marca: "Zara", first: "Intense", last: "Hola", page: 2, pages: 3 };
const share = { percent: "90%", of: 10 };

test.each<[Language, TextKey, Values, string]>([
  ["pt", "messages:perfumePage.available", { count: 0, shown: 0 }, "0 dupes"],
  ["pt", "messages:perfumePage.available", { count: 1, shown: 1 }, "1 dupe"],
  ["pt", "messages:dupeCard.say", { count: 0, votes: 3 }, "0 em 3 dizem que é parecido"],
  ["fr", "messages:perfumePage.available", { count: 0, shown: 0 }, "0 dupe"],
  [
    "es",
    "messages:faq.lastsText",
    ten,
    "10 de 10 personas que han usado los dos dicen que dura igual o más.",
  ],
  [
    "en",
    "messages:faq.lastsText",
    ten,
    "As long or longer, say 10 of the 10 people who’ve worn both.",
  ],
  [
    "fr",
    "messages:faq.lastsText",
    ten,
    "Autant ou plus, d’après 10 personnes sur 10 qui ont porté les deux.",
  ],
  [
    "it",
    "messages:faq.lastsText",
    ten,
    "Tra chi li ha indossati entrambi, 10 su 10 dicono che dura altrettanto o di più.",
  ],
  [
    "pt",
    "messages:faq.lastsText",
    ten,
    "10 de 10 pessoas que já usaram os dois dizem que dura o mesmo ou mais.",
  ],
  ["es", "pages:verdict.share", share, "90% de 10 personas"],
  ["en", "pages:verdict.share", share, "90% (10 answers)"],
  ["fr", "pages:verdict.share", share, "90% (10 réponses)"],
  ["de", "pages:verdict.share", share, "90% (10 Antworten)"],
  ["it", "pages:verdict.share", share, "90% di 10 persone"],
  ["pt", "pages:verdict.share", share, "90% de 10 pessoas"],
  ["it", "ui:price.unknown", { count: 1, shown: 1 }, "Nascosto 1 dupe senza prezzo."],
  ["it", "ui:price.dearer", { count: 2, shown: 2 }, "Nascosti 2 dupe più cari."],
  ["it", "desk:queue.others", { others: 1 }, "e ancora 1"],
  ["it", "messages:faq.count", aventus, "Quanti dupe di Aventus esistono?"],
  ["it", "messages:feed.entry", aventus, "Club de Nuit di Armaf, dupe di Aventus di Creed"],
  ["pt", "ui:price.text", oBoticario, "Malbec (O Boticário): quanto custa e onde o viste."],
  [
    "es",
    "pages:brand.descriptionPage",
    brand,
    "Perfumes de Zara y sus dupes, de «Intense» a «Hola»: página 2 de 3.",
  ],
  ["en", "form.named", { act: "Language", name: "English" }, "Language: English"],
  ["fr", "form.named", { act: "Je le veux", name: "Sauvage" }, "Je le veux\u00a0: Sauvage"],
])("in %s %s fits its values: %o", (language, key, values, said) => {
  expect(translatorIn(language).t(key, values)).toBe(said);
});

test.each<[Language, string]>([
  ["es", "Hay correos por enviar desde el 28 nov 2026"],
  ["fr", "Des e-mails attendent d’être envoyés depuis le 28 nov. 2026"],
  ["de", "Seit dem 28.11.2026"],
])("an overview in %s says since when emails wait", (language, start) => {
  const when = formatIn(language).moment("2026-11-28T08:05:00.000Z");
  expect(translatorIn(language).t("desk:overview.emailsLate", { when })).toContain(start);
});

test("in a browser, too, nought is many in Portuguese", () => {
  const { t } = browserTranslator("pt", pt);
  expect(t("price.unknown", { count: 0, shown: 0 })).toBe("Ocultos: 0 dupes sem preço.");
});

/** Prepositions that merge with the article of a name such as "O Boticário". */
test("Portuguese puts a brand in brackets", () => {
  for (const kind of ["firstDupe", "perfumeAdded", "dupeAdded", "factsAdded"] as const) {
    const [paragraph] = translatorIn("pt").t(`emails:${kind}.paragraphs`, {
      ...oBoticario,
      returnObjects: true,
    }) as string[];
    expect(paragraph).toContain("Malbec (O Boticário)");
  }
});

test("no Italian text puts “a” before a name", () => {
  const texts = translatorIn("it");
  for (const key of ["search.resembles", "vote.up", "vote.down"] as const)
    expect(texts.t(key, { like: "Aventus", dupe: "Asad", original: "Aventus" })).toMatch(
      /icorda Aventus/u,
    );
  for (const key of [
    "desk:catalogue.askMerge",
    "desk:catalogue.moves",
    "desk:catalogue.address",
  ] as const)
    expect(texts.t(key, { name: "Asad", into: "Aventus", what: "1" })).not.toContain(" a Aventus");
});

test("large numbers in texts are grouped as the language groups them", () => {
  for (const language of languageCodes) {
    const { number } = formatIn(language);
    expect(translatorIn(language).t("messages:catalogue.popularity")).toContain(
      number(999_999_999),
    );
    expect(translatorIn(language).t("messages:people.days")).toContain(number(3650));
  }
});
