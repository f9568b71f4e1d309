import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { newFile } from "../../../../tests/support/new-file.ts";
import { catalogVersion } from "../catalog-version.ts";
import { maxSources } from "../sources.ts";
import { importAliases } from "./import-aliases.ts";
import { importDupes } from "./import-dupes.ts";
import { importSources } from "./import-sources.ts";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await addPerfume(db, "Dior", "Dune");
  await addDupe(db, aventus, "Armaf", "Club de Nuit");
});

const file = (...lines: string[]) => newFile(`${lines.join("\n")}\n`);

const head = "perfume_marca,perfume_nombre,marca,nombre,url,titulo,postura,tipo,fecha,autor";
const pair = "Creed,Aventus,Armaf,Club de Nuit";
const sources = (...lines: string[]) => importSources(db, file(head, ...lines));
const stored = () =>
  db
    .selectFrom("dupe_sources")
    .select(["url", "title", "author", "stance", "kind", "said_on"])
    .orderBy("id")
    .execute();

test("sources are added with all their columns, and found in any spelling", async () => {
  const version = await catalogVersion(db);
  expect(
    await sources(
      `${pair},https://forum.example/1?utm_source=x#top,Side by side,favor,debate,2025-03-01,  Ana   López `,
      "creed,AVENTUS,armaf,club de nuit,https://blog.example/2,=Nope,CONTRA,Resena,,",
    ),
  ).toEqual({ done: true, added: 2, changed: 0, unchanged: 0 });
  expect(await stored()).toEqual([
    {
      url: "https://forum.example/1",
      title: "Side by side",
      author: "Ana López",
      stance: "for",
      kind: "discussion",
      said_on: "2025-03-01",
    },
    {
      url: "https://blog.example/2",
      title: "=Nope",
      author: null,
      stance: "against",
      kind: "review",
      said_on: null,
    },
  ]);
  expect(await catalogVersion(db)).toBe(version + 1);
});

test("importing sources again changes nothing, and a changed title, stance, kind, day or author updates them", async () => {
  const line = `${pair},https://forum.example/1,Side by side,favor,debate,2025-03-01,Ana`;
  await sources(line);
  const [before] = await stored();
  expect(await sources(line)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  for (const [change, is] of [
    ["Title,favor,debate,2025-03-01,Ana", { title: "Title" }],
    ["Title,contra,debate,2025-03-01,Ana", { stance: "against" }],
    ["Title,contra,lista,2025-03-01,Ana", { kind: "article" }],
    ["Title,contra,marca,2025-04-01,Ana", { kind: "maker", said_on: "2025-04-01" }],
    ["Title,contra,marca,,Ana", { said_on: null, author: "Ana" }],
    ["Title,contra,marca,,", { author: null }],
    ["Title,favor,catalogo,,", { kind: "catalogue" }],
    ["Side by side,favor,debate,2025-03-01,Ana", before],
  ] as const) {
    expect(await sources(`${pair},https://forum.example/1,${change}`)).toMatchObject({
      changed: 1,
    });
    expect(await stored()).toMatchObject([{ ...is }]);
  }
  const without = head.replace(",fecha,autor", "");
  await importSources(db, file(without, line.replace(",2025-03-01,Ana", "")));
  expect(await stored()).toEqual([before]);
});

test("an old list is an article, on a code host a catalogue", async () => {
  await sources(
    `${pair},https://blog.example/1,Title,contra,lista,,`,
    `${pair},https://raw.githubusercontent.com/a/b/c.csv,Title,favor,LISTA,,`,
  );
  expect(await stored()).toMatchObject([{ kind: "article" }, { kind: "catalogue" }]);
});

test("a code host's page of another kind, and a catalogue against a dupe, are named by their lines", async () => {
  const reason = "tipo: what is on a code host is a catalogo, which is never contra";
  expect(
    await sources(
      `${pair},https://gist.github.com/a,Title,favor,resena,,`,
      `${pair},https://github.com/a,Title,favor,catalogo,,`,
      `${pair},https://github.com/b,Title,contra,lista,,`,
      `${pair},https://shop.example/,Title,contra,catalogo,,`,
    ),
  ).toEqual({ done: false, bad: [2, 4, 5].map((line) => ({ line, reason })) });
});

test("wrong lines are named, and nothing changes", async () => {
  const good = `${pair},https://forum.example/1,Title,favor,debate,,`;
  const future = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  expect(
    await sources(
      good,
      good.replace("Aventus", "Aventos"),
      good.replace("Club de Nuit", "Club de Jour"),
      "Dior,Dune,Armaf,Club de Nuit,https://forum.example/1,Title,favor,debate,,",
      good.replace("https:", "http:"),
      good.replace("Title", "   "),
      good.replace("Title", "T".repeat(201)),
      good.replace("favor", "neutral"),
      good.replace("debate", "rumor"),
      good.replace(/,$/u, "2025-02-30,"),
      good.replace(/,$/u, `${future},`),
      `${good}${"A".repeat(101)}`,
      good.replace("/1", "/1?fbclid=2"),
    ),
  ).toEqual({
    done: false,
    bad: [
      { line: 3, reason: "the catalogue has no perfume Aventos of Creed" },
      { line: 4, reason: "the catalogue has no look-alike Club de Jour of Armaf" },
      { line: 5, reason: "Club de Nuit of Armaf is not a dupe of Dune of Dior" },
      { line: 6, reason: "url: is not the https address of a public page" },
      { line: 7, reason: "titulo: is empty" },
      { line: 8, reason: "titulo: is longer than 200 characters" },
      { line: 9, reason: "postura: is none of favor, contra" },
      { line: 10, reason: "tipo: is none of resena, articulo, debate, marca, catalogo, lista" },
      { line: 11, reason: "fecha: is not a date from 2000-01-01 to today, as 2026-01-31" },
      { line: 12, reason: "fecha: is not a date from 2000-01-01 to today, as 2026-01-31" },
      { line: 13, reason: "autor: is longer than 100 characters" },
      { line: 14, reason: "names the same as line 2" },
    ],
  });
  expect(await stored()).toEqual([]);
});

test("a file may not give a dupe more than 50 sources", async () => {
  const line = (n: number) => `${pair},https://forum.example/${n},Title,favor,debate,,`;
  const all = Array.from({ length: maxSources }, (_, n) => line(n));
  expect(await sources(...all.slice(1))).toMatchObject({ added: 49 });
  expect(await sources(...all, line(50))).toEqual({
    done: false,
    bad: [{ line: 52, reason: "the dupe would have more than 50 sources" }],
  });
  expect(await sources(...all)).toMatchObject({ added: 1, unchanged: 49 });
});

test("a line that uses an alias adds a source but changes none", async () => {
  await importAliases(db, file("marca,nombre,alias", "Armaf,Club de Nuit,CDN"));
  const line = (name: string, title: string) =>
    `Creed,Aventus,Armaf,${name},https://forum.example/1,${title},favor,debate,,`;
  expect(await sources(line("CDN", "Old"))).toMatchObject({ added: 1 });
  expect(await sources(line("Club de Nuit", "New"))).toMatchObject({ changed: 1 });
  expect(await sources(line("CDN", "Old"))).toMatchObject({ unchanged: 1 });
  expect(await stored()).toMatchObject([{ title: "New" }]);
});

const estimated = "perfume_marca,perfume_nombre,marca,nombre,porcentaje,estimacion_url";
const estimate = () =>
  db.selectFrom("dupes").select(["estimacion", "estimacion_url"]).executeTakeFirstOrThrow();

test("an estimate names the page that published it, until the figure changes", async () => {
  const url = "https://list.example/a";
  await importDupes(db, file(estimated, `${pair},90,${url}#b`));
  expect(await estimate()).toEqual({ estimacion: 90, estimacion_url: url });
  const without = estimated.replace(",estimacion_url", "");
  expect(await importDupes(db, file(without, `${pair},90`))).toMatchObject({ unchanged: 1 });
  expect(await estimate()).toEqual({ estimacion: 90, estimacion_url: url });
  await importDupes(db, file(without, `${pair},80`));
  expect(await estimate()).toEqual({ estimacion: 80, estimacion_url: null });
  expect(await importDupes(db, file(estimated, `${pair},80,${url}`))).toMatchObject({ changed: 1 });
  await importDupes(db, file(estimated, `${pair},80,`));
  expect(await estimate()).toEqual({ estimacion: 80, estimacion_url: null });
});

test("an address of an estimate is refused without the figure, or if it is no public page", async () => {
  expect(
    await importDupes(
      db,
      file(
        estimated,
        `${pair},,https://list.example/a`,
        "Creed,Aventus,Zara,Vibrant,90,http://list.example/a",
      ),
    ),
  ).toEqual({
    done: false,
    bad: [
      { line: 2, reason: "estimacion_url: has no porcentaje" },
      { line: 3, reason: "estimacion_url: is not the https address of a public page" },
    ],
  });
  const alone = estimated.replace("porcentaje,", "");
  expect(await importDupes(db, file(alone, `${pair},https://list.example/a`))).toMatchObject({
    done: false,
  });
});
