import { beforeAll, expect, test } from "vitest";
import { isDoubted } from "#app/domain/catalog/dupe-order.ts";
import { listDupes, listOriginals, type Relation } from "#app/domain/catalog/relations.ts";
import { formatIn } from "#app/i18n/format.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { titleSuffix } from "#app/ui/head.tsx";
import { seed } from "#app/commands/load-starter.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { answerQuestions } from "./questions.ts";
import { perfumeTexts } from "./texts.ts";

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
  dupes: Relation[];
  originals: Relation[];
}

let bottles: Bottle[];

beforeAll(async () => {
  const db = await freshDatabase();
  await seed(db);
  const rows = await db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
  bottles = [];
  for (const { id, ...names } of rows) {
    const [dupes, originals] = [await listDupes(db, id), await listOriginals(db, id)];
    bottles.push({ id, ...names, dupes, originals });
  }
  await db.destroy();
});

/** The words for the community, by language. */
const community = /comunidad|community|communauté|comunidade/iu;

const relation = (more: Partial<Relation> = {}): Relation => ({
  id: 1,
  bottleId: 2,
  marca: "Armaf",
  nombre: "Club de Nuit",
  concentracion: null,
  notas: null,
  foto: null,
  enlace: null,
  estimacion: null,
  estimacion_url: null,
  porcentaje: 85,
  likes: 0,
  dislikes: 0,
  few_voices: 0,
  sources_for: 0,
  sources_against: 0,
  catalogues: 0,
  reviews: 0,
  ...more,
});

const aventus = { marca: "Creed", nombre: "Aventus" };

test.each(languageCodes)(
  "95 % of the starter catalogue's titles have at most 65 characters, all descriptions at most 160, and none is another's, in %s",
  (code) => {
    expect(bottles.length).toBeGreaterThan(400);
    const texts = bottles.map((one) => perfumeTexts(code, one, one.dupes, one.originals));
    const long = texts.filter(({ title }) => title.length + titleSuffix.length > 65);
    expect(long.length / texts.length).toBeLessThanOrEqual(0.05);
    expect(texts.filter(({ description }) => description.length > 160)).toEqual([]);
    // Where there are dupes, the description mentions the saving, even if long names are shortened (RULES.md 1.6).
    const saving = texts.map(({ description }) => /90\s?%/u.test(description));
    expect(saving).toEqual(bottles.map(({ dupes }) => dupes.some((dupe) => !isDoubted(dupe))));
    expect(texts.filter((one) => /\{\{|undefined/u.test(Object.values(one).join()))).toEqual([]);
    for (const part of ["title", "description"] as const)
      expect(new Set(texts.map((one) => one[part])).size).toBe(texts.length);
  },
);

test.each(languageCodes)(
  "texts mention no community before anybody has voted and no figure where none is known, in %s",
  (code) => {
    const say = (dupes: Relation[], originals: Relation[] = []) =>
      Object.values(perfumeTexts(code, aventus, dupes, originals)).join(" | ");
    const unknown = relation();
    const estimated = relation({ id: 2, estimacion: 92, porcentaje: 92 });
    const voted = relation({ id: 3, likes: 9, dislikes: 3, porcentaje: 78 });
    for (const dupes of [[], [unknown], [estimated, unknown]])
      expect(say(dupes)).not.toMatch(community);
    for (const dupes of [[], [unknown], [estimated]])
      expect(say(dupes).replace(/90\s?%/gu, "")).not.toMatch(/\d\s?%/u);
    // Only votes make the community's figure, even where an estimate is higher.
    const both = say([estimated, voted, unknown]);
    expect(both).toMatch(community);
    expect(both).toContain(formatIn(code).percent(78));
    expect(both).not.toContain(formatIn(code).percent(92));
  },
);

test.each(languageCodes)(
  "a relation that sources deny is named in no text, however good its estimate, and no figure without votes, in %s",
  (code) => {
    const denied = relation({
      nombre: "Khamrah",
      estimacion: 97,
      porcentaje: 97,
      sources_for: 1,
      sources_against: 3,
    });
    const say = (dupes: Relation[], originals: Relation[] = []) =>
      JSON.stringify([
        perfumeTexts(code, aventus, dupes, originals),
        answerQuestions(code, aventus, dupes, originals).list.slice(0, -1),
      ]).replaceAll(/90\s?%/gu, "");
    expect(say([denied])).not.toMatch(/Khamrah|\d\s?%/u);
    // A look-alike's page asks whether it smells like what it is said to imitate, and claims nothing.
    expect(say([], [denied]).replaceAll(/[^".]*Khamrah[^".]*\?/gu, "")).not.toMatch(
      /Khamrah|\d\s?%/u,
    );
    expect(say([relation({ sources_for: 2 }), denied])).not.toMatch(/Khamrah|\d\s?%/u);
  },
);

test.each(languageCodes)("no text calls an estimate the site's own, in %s", (code) => {
  const estimated = relation({
    estimacion: 92,
    porcentaje: 92,
    estimacion_url: "https://www.parfumo.com/a",
  });
  const said = JSON.stringify([
    perfumeTexts(code, aventus, [estimated], []),
    answerQuestions(code, aventus, [estimated], []),
  ]);
  expect(said).not.toMatch(/\b(?:nuestra|our|notre|unsere|nostra|nossa)\b/iu);
});

test.each(languageCodes)("without a dupe title and heading only ask for one, in %s", (code) => {
  const { title, heading } = perfumeTexts(code, aventus, [], []);
  for (const text of [title, heading]) expect(text).toMatch(/Aventus.*\?$/u);
});

test.each(languageCodes)("a look-alike's page says what it is a dupe of, in %s", (code) => {
  const khamrah = { marca: "Lattafa", nombre: "Khamrah" };
  const originals = [relation({ marca: "Kilian", nombre: "Angels' Share", estimacion: 75 })];
  const { title, heading, description } = perfumeTexts(code, khamrah, [], originals);
  for (const text of [title, description]) expect(text).toContain("Angels' Share");
  for (const text of [title, heading, description]) expect(text).toContain("Khamrah");
  const { list } = answerQuestions(code, khamrah, [], originals);
  expect(list[0]!.answer).toContain("Angels' Share");
  expect(list.map(({ question }) => question)).toHaveLength(2);
});

test.each(languageCodes)(
  "no saving is promised where a dupe's price says what it is, in %s",
  (code) => {
    const dupes = [relation({ likes: 9, dislikes: 3, porcentaje: 71 })];
    const { description } = perfumeTexts(code, aventus, dupes, [], true);
    expect(description).not.toMatch(/90\s?%/u);
    expect(perfumeTexts(code, aventus, dupes, []).description).toMatch(/90\s?%[^%]*\.$/u);
    expect(description).toMatch(/71\s?%/u);
  },
);

test.each([
  ["es", "dupes", "clones", "equivalencias"],
  ["en", "dupes", "clones"],
  ["fr", "dupe", "équivalences"],
  ["de", "Dupe", "Duftzwillinge"],
  ["it", "dupe", "profumi equivalenti"],
  ["pt", "dupes", "contratipos", "equivalências"],
] as const)("titles and descriptions say in %s what people search for: %s", (code, ...words) => {
  const { t } = translatorIn(code);
  const { title, description } = perfumeTexts(code, aventus, [relation(), relation({ id: 2 })], []);
  for (const text of [title, description, t("home.title"), t("site.description")])
    expect(text.toLowerCase()).toContain(words[0]!.toLowerCase());
  for (const word of words)
    for (const text of [title + description, t("home.title"), t("site.description")])
      expect(text).toMatch(new RegExp(word, "iu"));
});

test("the answer names a dupe only where most people find it alike, and more than any other (RULES.md 1.6)", () => {
  const answer = (...dupes: Relation[]) =>
    answerQuestions("en", aventus, dupes, []).list[0]!.answer;
  const supported = relation({ sources_for: 9, estimacion: 92, porcentaje: 92 });
  expect(answer(supported)).toMatch(/^We can’t say yet/u);
  const voted = relation({ id: 2, likes: 9, dislikes: 3, porcentaje: 71 });
  expect(answer(voted, supported)).toBe("Club de Nuit by Armaf: 71% similar, with 12 votes.");
  for (const dupes of [
    [voted, { ...voted, id: 3 }],
    [relation({ likes: 9, dislikes: 6, porcentaje: 59 })],
    [relation({ likes: 2, porcentaje: 75 })],
  ])
    expect(answer(...dupes)).toMatch(/^None stands out so far/u);
});

test.each([
  ["es", "clon", "equivalencia", "contratipo", "genérico"],
  ["en", "clone", "smell-alike", "inspired by"],
  ["de", "Duftzwilling"],
  ["fr", "équivalence", "équivalent", "contretype", "générique"],
  ["it", "clone", "equivalente", "ispirato a"],
  ["pt", "contratipo", "equivalente", "genérico"],
] as const)("the answers in %s contain the words that people search for: %s", (code, ...words) => {
  const said = JSON.stringify(answerQuestions(code, aventus, [relation()], []));
  for (const word of words) expect(said).toContain(word);
});
