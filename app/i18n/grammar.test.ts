import { expect, test } from "vitest";
import { formatIn } from "./format.ts";
import { grammar, inflect } from "./grammar.ts";
import { translator } from "./i18n.ts";
import { translatorIn } from "./translators.server.ts";

test.each([
  ["Aventus", "d’Aventus"],
  ["Égoïste", "d’Égoïste"],
  ["Œillet", "d’Œillet"],
  ["Oud Wood", "d’Oud Wood"],
  ["Ysatis", "d’Ysatis"],
  ["Hypnôse", "d’Hypnôse"],
  ["Habit Rouge", "d’Habit Rouge"],
  ["H24", "d’H24"],
  ["XS", "d’XS"],
  ["Hugo", "d’Hugo"],
  ["Héroïne", "d’Héroïne"],
  ["Harmonie", "d’Harmonie"],
  ["Historia", "d’Historia"],
  ["Ô", "d’Ô"],
  ["Ô de Lancôme", "d’Ô de Lancôme"],
  ["XSolution", "de XSolution"],
  ["Sauvage", "de Sauvage"],
  ["One Million", "de One Million"],
  ["Oui", "de Oui"],
  ["Y", "de Y"],
  ["Yara", "de Yara"],
  ["Hawas", "de Hawas"],
  ["212 VIP", "de 212 VIP"],
])("French elides before a vowel that is heard: %s → %s", (name, joined) => {
  expect(inflect(name, "de")).toBe(joined);
});

test.each([
  ["8 marzo 2026", "L’8 marzo 2026", "fino all’8 marzo 2026"],
  ["11 marzo 2026", "L’11 marzo 2026", "fino all’11 marzo 2026"],
  ["85%", "L’85%", "fino all’85%"],
  ["800", "L’800", "fino all’800"],
  ["1º marzo 2026", "Il 1º marzo 2026", "fino al 1º marzo 2026"],
  ["18 marzo 2026", "Il 18 marzo 2026", "fino al 18 marzo 2026"],
  ["110", "Il 110", "fino al 110"],
])("Italian articles and prepositions suit the number %s", (value, article, until) => {
  expect(inflect(value, "Il")).toBe(article);
  expect(`fino ${inflect(value, "al")}`).toBe(until);
});

test("the desk's Italian dates elide", () => {
  const { t } = translatorIn("it");
  expect(t("desk:queue.seen", { date: "8 marzo 2026" })).toBe("visto l’8 marzo 2026");
  expect(t("desk:overview.emailsLate", { when: "11 mar 2026" })).toBe(
    "Ci sono e-mail da inviare dall’11 mar 2026.",
  );
});

test("a text names the word after a comma; a missing value is nothing", () => {
  const { t } = translator("fr", { ui: { one: "Un dupe {{nombre, de}} ({{marca}})" } }, grammar);
  const told = (values: object) => t("one" as never, values as never);
  expect(told({ nombre: "Aventus", marca: "Creed" })).toBe("Un dupe d’Aventus (Creed)");
  expect(inflect(undefined, undefined)).toBe("");
});

test.each([
  ["desk:person.askReviews", { name: "anais" }, "Retirer les avis d’anais\u202f?"],
  [
    "desk:person.askVotes",
    { name: "lea" },
    "Retirer les votes, les verdicts et les tests de lea\u202f?",
  ],
  [
    "desk:catalogue.address",
    { name: "Azzaro Wanted", into: "Lattafa Asad" },
    "L’adresse d’Azzaro Wanted mènera à Lattafa Asad.",
  ],
] as const)("the desk's French elides before a name: %s", (key, values, told) => {
  expect(translatorIn("fr").t(key, values)).toBe(told);
});

test.each([
  ["es", "1.000.000 de votos"],
  ["fr", "1\u202f000\u202f000 de votes"],
  ["it", "1.000.000 di voti"],
  ["pt", "1\u00a0000\u00a0000 de votos"],
  ["en", "1,000,000 votes"],
  ["de", "1.000.000 Stimmen"],
] as const)("a million is counted as %s does: %s", (language, told) => {
  const shown = formatIn(language).number(1_000_000);
  expect(translatorIn(language).t("perfume.votes", { count: 1_000_000, shown })).toBe(told);
});

test("one dupe in a German page's title is one alternative", () => {
  const { t } = translatorIn("de");
  const values = { count: 1, shown: "1", nombre: "Aventus", marca: "Creed" };
  expect(t("messages:perfumePage.dupesTitle", values)).toBe("Aventus Dupe (Creed): 1 Duftzwilling");
});
