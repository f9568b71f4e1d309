import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newFile } from "../../../../tests/support/new-file.ts";
import { readCsv } from "./read-csv.ts";

const row = z.object({ marca: z.string(), nombre: z.string(), foto: z.string().optional() });

const read = (content: string | Buffer, options = {}) => readCsv(newFile(content), row, options);

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
const utf16le = (text: string) => Buffer.from(text, "utf16le");
/** Without signs from 0x80 to 0x9f, Windows-1252 is Latin-1. */
const windows = (text: string) => Buffer.from(text, "latin1");

const trésor = [{ line: 2, value: { marca: "Lancôme", nombre: "Trésor, l’Eau" } }];
const semicolons = "Marca;NOMBRE\r\nLancôme;Trésor, l’Eau\r\n";
const commas = 'marca,nombre\nLancôme,"Trésor, l’Eau"\n';
const tabs = "marca\tnombre\nLancôme\tTrésor, l’Eau\n";
const mark = "\ufeff";

describe("the separator and the encoding are found out", () => {
  test.each<[string, string | Buffer, string | undefined]>([
    ["commas in UTF-8", commas, undefined],
    ["a byte order mark", mark + commas, undefined],
    ["semicolons", semicolons, "UTF-8 with semicolons"],
    ["semicolons and a byte order mark", mark + semicolons, "UTF-8 with semicolons"],
    ["tabs", tabs, "UTF-8 with tabs"],
    ["Unicode text of Excel", utf16le(mark + tabs), "UTF-16 with tabs"],
    ["UTF-16 BE", utf16be(mark + semicolons), "UTF-16 with semicolons"],
    ["UTF-16 LE without a mark", utf16le(semicolons), "UTF-16 with semicolons"],
    ["UTF-16 BE without a mark", utf16be(tabs), "UTF-16 with tabs"],
    ["Windows-1252", windows(semicolons.replace("’", "\u0092")), "Windows-1252 with semicolons"],
    [
      "Windows-1252 with commas",
      windows(commas.replace("’", "\u0092")),
      "Windows-1252 with commas",
    ],
  ])("%s", async (_, content, readAs) => {
    expect(await read(content)).toEqual({ rows: trésor, bad: [], readAs });
  });

  test("Excel's own line names the separator", async () => {
    const { rows, readAs } = await read(`sep=;\n${semicolons}`);
    expect([rows, readAs]).toEqual([[{ ...trésor[0], line: 3 }], "UTF-8 with semicolons"]);
  });

  test("capitals of Portuguese are no letters converted twice", async () => {
    const name = "“MAÇÔ, MAÇÃ® e PÂT’";
    expect((await read(`marca;nombre\nDior;${name}\n`)).rows[0]!.value.nombre).toBe(name);
  });

  test("a euro sign, a dash and quotation marks of Windows-1252 keep their meaning", async () => {
    const { rows } = await read(
      windows("marca;nombre\nDior;\u0080 \u0096 \u0093J\u0092adore\u0094 \u009cuvre\n"),
    );
    expect(rows[0]!.value.nombre).toBe("€ – “J’adore” œuvre");
  });
});

describe("what cannot be decided is refused in one line", () => {
  test.each<[string, string | Buffer, number, RegExp]>([
    ["a bar", "marca|nombre\nCreed|Aventus\n", 1, /separate them by commas, semicolons or tabs/],
    ["two separators", "marca;nombre,foto\na;b,c\n", 1, /separate them by commas, semicolons/],
    ["an unknown separator", "marca^nombre\nCreed^Aventus\n", 1, /separate them by commas/],
    ["a web page", "<!doctype html>\n<title>Error</title>\n", 1, /names no column/],
    ["nothing", mark, 1, /^is empty$/],
    [
      "a workbook",
      Buffer.from("PK\u0003\u0004\u0014\0\u0006\0xl"),
      1,
      /a workbook: save its sheet as CSV/,
    ],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae10000", "hex"), 1, /is a workbook/],
    ["no header", "Creed;Aventus\nDior;Joy\n", 1, /names no column.*marca, nombre, foto/],
    [
      "UTF-8 with a damaged line",
      Buffer.concat([Buffer.from("marca,nombre\nLancôme,Ô\n"), windows("Hermès,Oud\n")]),
      3,
      /neither UTF-8 nor Windows-1252: save the file as UTF-8/,
    ],
    [
      "Mac Roman: Lancôme",
      windows("marca;nombre\nLanc\u0099me;x\n"),
      2,
      /neither UTF-8 nor Windows-1252/,
    ],
    ["Mac Roman: Rosé", windows("marca;nombre\nDior;Ros\u008e\n"), 2, /neither UTF-8 nor/],
    ["DOS: Lancôme", windows("marca;nombre\nLanc\u0093me;x\n"), 2, /neither UTF-8 nor/],
    ["DOS: Müller", windows("marca;nombre\nM\u0081ller;x\n"), 2, /neither UTF-8 nor/],
    ["Windows-1251", windows("marca;nombre\nÄèîð;x\n"), 2, /neither UTF-8 nor/],
    ["Latin-9: cœur", windows("marca;nombre\nDior;c½ur\n"), 2, /neither UTF-8 nor/],
    ["Windows-1250: biały", windows("marca;nombre\nDior;bia³y\n"), 2, /neither UTF-8 nor/],
    [
      "UTF-8 of what was UTF-8 read as another",
      "marca,nombre\nDior,é\nLancÃ´me,x\n",
      3,
      /were converted twice/,
    ],
    ["UTF-8 converted twice: à", "marca,nombre\nÃ\u00a0 la Rose,x\n", 2, /were converted twice/],
    ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x6d, 0, 0, 0]), 1, /neither UTF-8 nor UTF-16/],
    ["half of UTF-16", utf16le(mark + semicolons).subarray(0, -1), 1, /damaged UTF-16/],
    ["zero bytes", Buffer.from("marca,nombre\nCreed,\0\n"), 1, /neither UTF-8 nor UTF-16/],
  ])("%s", async (_, content, line, reason) => {
    const { rows, bad } = await read(content);
    expect({ rows, bad }).toEqual({
      rows: [],
      bad: [{ line, reason: expect.stringMatching(reason) }],
    });
  });

  test.each([
    ['marca,nombre\n"Dior"x,Dune\n"Creed,Aventus\nHermès,"Oud\n', 2, "in a wrong place"],
    ['marca;nombre\nDior;Joy\nDior;Du"ne\nDior;"x\n', 3, "in a wrong place"],
    ['marca,nombre\nDior,"Joy\nDior,Dune\nDior,"Poison"\n', 2, "in a wrong place"],
    ['"marca,nombre\nDior,Joy\n', 1, "that is not closed"],
    ['marca;nombre;"foto\nDior;Joy;\n', 1, "in a wrong place"],
  ])("a broken quote is reported once: %j", async (content, line, where) => {
    expect((await read(content)).bad).toEqual([{ line, reason: `has a quote ${where}` }]);
  });
});

test("empty columns at the end and empty rows are ignored", async () => {
  const sheet = "marca;nombre;;\nCreed;Aventus;;\n;;;\nDior;Joy\n;;;;;\n\t\n \n";
  expect(await read(sheet)).toMatchObject({
    rows: [
      { line: 2, value: { marca: "Creed", nombre: "Aventus" } },
      { line: 4, value: { marca: "Dior", nombre: "Joy" } },
    ],
    bad: [],
  });
  expect(await read("marca\tnombre\tfoto\nCreed\tAventus\t\n")).toMatchObject({ bad: [] });
  expect((await read("marca;nombre;;\nCreed;Aventus;;x\n")).bad).toEqual([
    { line: 2, reason: "has 4 columns instead of 2" },
  ]);
});

test("empty rows above the header are ignored", async () => {
  expect(await read("\n;;\n\nmarca;nombre\nCreed;Aventus\n")).toMatchObject({
    rows: [{ line: 5, value: { marca: "Creed" } }],
    bad: [],
  });
});

test("a header that stands again further down, as in files put together, is no row", async () => {
  const { rows, bad } = await read("marca,nombre\nCreed,Aventus\nMarca,nombre\nDior,Joy\n");
  expect(rows.map(({ value }) => value.marca)).toEqual(["Creed", "Dior"]);
  expect(bad).toEqual([{ line: 3, reason: "is the header again" }]);
});

test("a known column is found in any case, unless it stands twice", async () => {
  expect((await read("MARCA,Nombre\na,b\n")).rows).toHaveLength(1);
  const twice = "marca,Marca,nombre\na,b,c\n";
  expect((await read(twice)).bad).toEqual([
    { line: 1, reason: 'there is no column "Marca"; known are marca, nombre, foto' },
  ]);
  expect((await read(twice, { others: true })).rows[0]!.value).toMatchObject({ marca: "a" });
});
