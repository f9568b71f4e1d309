import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { readFact, type StoredFacts } from "#app/domain/catalog/facts.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { factsInEnglish, factsToType } from "./typed-facts.ts";

const none = { concentracion: null, anio: null, genero: null, familia: null, notas: null };
const starter = new URL("../../domain/catalog/starter/perfumes.csv", import.meta.url);
const lines: Record<string, string>[] = parse(readFileSync(starter), { columns: true });
const rows = lines.map(({ familia, notas }): StoredFacts => ({
  ...none,
  familia: familia || null,
  notas: notas || null,
}));

const read = (row: ReturnType<typeof factsToType>) => ({
  familia: readFact.familia(row.familia),
  notas: readFact.notas(row.notas),
});

test.each(languageCodes)("a form that is sent as it was shown changes no fact, in %s", (code) => {
  const same = { ...none, familia: "floral-fruity", notas: "cedar|Cedarwood|oud|citron" };
  for (const row of [...rows, same]) {
    const { familia, notas } = row;
    expect(factsInEnglish(code, read(factsToType(code, row)), row)).toEqual({ familia, notas });
  }
});

test("a form shows notes and family in the reader's language and stores their English names", () => {
  const row = { ...none, familia: "woody", notas: "saffron|jasmine" };
  expect(factsToType("es", row)).toMatchObject({ familia: "amaderada", notas: "azafrán, jazmín" });
  const typed = { familia: "floral", notas: "jazmín|bergamota|Aurantiol|azafran|saffron" };
  expect(factsInEnglish("es", typed, row)).toEqual({
    familia: "floral",
    notas: "jasmine|bergamot|Aurantiol|saffron",
  });
  expect(factsInEnglish("es", { notas: null }, row)).toEqual({ notas: null });
  expect(factsInEnglish("es", {}, row)).toEqual({});
});
