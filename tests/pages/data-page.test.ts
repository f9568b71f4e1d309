// The page about the open data, and where their licence is said (RULES.md 15.5).
import { afterAll, beforeAll, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { columnsOf, dataFiles } from "#app/domain/open-data/data-files.ts";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { makeDump } from "#app/domain/open-data/make-dump.ts";
import { verdictQuestions } from "#app/domain/reviews/verdict-questions.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { siteWords } from "#app/i18n/page-text.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { addDupe, addPerfume, pairOf } from "../support/database.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { dataOf, texts } from "../support/structured-data.ts";

const licence = "CC-BY-4.0";
const site = await openSite({ DATA_LICENCE: licence });
afterAll(() => site.close());

let perfume: string;
let dupe: number;
let made: Manifest;

beforeAll(async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  dupe = await addDupe(site.db, id, "Armaf", "Club de Nuit");
  perfume = perfumePath({ id, marca: "Creed", nombre: "Aventus" });
});

async function dump({ db, config, origin, services }: TestSite) {
  const { dumpsFolder: folder } = config;
  const options = { site: origin, shelf: services.dumps, folder, licence, acceptShrink: false };
  const { manifest } = await makeDump(db, options, new Date("2026-11-20T02:00:00.000Z"));
  services.pages.clear();
  return manifest;
}

test("before the first dump it says that there are no files, and describes them all the same", async () => {
  for (const code of languageCodes) {
    const page = await site.get(`/${code}/data`);
    const text = translatorIn(code).t("pages:data", {
      returnObjects: true,
      ...siteWords(site.config, code),
    });
    expect([page.status, texts(page, "h1")]).toEqual([200, [text.title]]);
    expect(page.dom.querySelector("#files")!.text).toContain(text.none);
    expect(texts(page, "#columns h3")).toEqual(dataFiles);
    expect(page.html).not.toContain("{{");
    expect(dataOf(page).Dataset.distribution).toBeUndefined();
  }
});

test("every column of every file has a meaning in every language", () => {
  const answers = Object.entries(verdictQuestions).flatMap(([question, given]) =>
    given.map((answer) => `${question}_${answer}`),
  );
  for (const code of languageCodes) {
    const meanings: Record<string, string> = translatorIn(code).t("pages:data.columns", {
      returnObjects: true,
    });
    const meaningless = dataFiles.flatMap((file) =>
      columnsOf(file).filter((column) => !meanings[`${file}_${column}`] && !meanings[column]),
    );
    expect([code, meaningless]).toEqual([code, answers]);
  }
});

test("after a dump it has the day, the rows and the sizes of the files that it links, and says where their checksums are", async () => {
  made = await dump(site);
  const { files } = made;
  const page = await site.get("/en/data");
  expect(page.dom.querySelector("#files")!.text).toContain("20 November 2026");
  const rows = page.dom.querySelectorAll("#files tbody tr");
  expect(rows.map((row) => row.querySelector("code")!.text)).toEqual(dataFiles);
  expect(rows.map((row) => row.querySelector("td")!.text)).toEqual(
    dataFiles.map((name) => String(files.find((file) => file.name === `${name}.csv.gz`)!.rows)),
  );
  const linked = page.dom.querySelectorAll("#files td a").map((link) => link.getAttribute("href")!);
  expect(linked.toSorted()).toEqual(files.map(({ name }) => `/data/${name}`).toSorted());
  for (const path of linked) expect((await site.get(path)).status).toBe(200);
  expect(texts(page, "#checksums pre")[0]).toContain(`${site.origin}/data/manifest.json`);
});

test("each file's link has a name of its own", async () => {
  const page = await site.get("/it/data");
  const links = page.dom.querySelectorAll("a[download]");
  const names = links.map((link) => link.getAttribute("aria-label") ?? link.text);
  expect(new Set(names).size).toBe(links.length);
  for (const [at, link] of links.entries()) expect(names[at]).toContain(link.text);
});

test("dataset searches read what it is, its licence and where the files are", async () => {
  const page = await site.get("/fr/data");
  const { Dataset: data } = dataOf(page);
  expect(data).toMatchObject({
    url: `${site.origin}/fr/data`,
    license: "https://spdx.org/licenses/CC-BY-4.0.html",
    dateModified: "2026-11-20T02:00:00.000Z",
    isAccessibleForFree: true,
  });
  expect(data.description.length).toBeGreaterThanOrEqual(50);
  expect(data.distribution.map((one: any) => one.contentUrl)).toEqual(
    made.files.map(({ name }) => `${site.origin}/data/${name}`),
  );
});

test("what the page tells programs to ask is answered", async () => {
  const page = await site.get("/de/data");
  const commands = [...page.dom.querySelector("#api pre")!.text.matchAll(/curl '([^']+)'/g)];
  expect(commands).toHaveLength(2);
  const [search, dupes] = commands.map(([, address]) => address!.slice(site.origin.length));
  const { perfumes } = JSON.parse((await site.get(search!)).html);
  const own = dupes!.replace("ID", perfumes[0].id);
  expect(JSON.parse((await site.get(own)).html).dupes[0].nombre).toBe("Club de Nuit");
  const [since] = texts(page, "#changes code");
  expect((await site.get(since!.slice(site.origin.length))).html).toBe("");
  const [all] = (await site.get("/data/changes.jsonl")).html.split("\n");
  const example = JSON.parse(texts(page, "#changes pre")[0]!);
  expect(Object.keys(example).toSorted()).toEqual(Object.keys(JSON.parse(all!)).toSorted());
  expect(Object.keys(example.row)).toEqual(["id", ...columnsOf(example.file)]);
  expect((await site.get("/api/v1/openapi.json")).html).toContain(licence);
});

test("the footer, each form that takes facts, and the legal notice name the licence", async () => {
  const ana = await signedIn(site, "ana");
  const forms: [path: string, form: string][] = [
    ["?suggest=perfume", "#suggest"],
    [`${perfume}?suggest=dupe`, "#suggest"],
    [`${perfume}?suggest=facts`, "main"],
    [await pairOf(site.db, dupe), "#verdict"],
    [`${perfume}?price=${perfume.split("-").at(-1)}`, "#price"],
  ];
  for (const [path, form] of [...forms, ["/about", "footer"]])
    for (const code of languageCodes) {
      const { dom } = await ana.get(`/${code}${path}`);
      const line = dom.querySelector(`${form} a[href="/${code}/data"]`);
      expect([path, code, line?.text]).toEqual([path, code, expect.stringContaining(licence)]);
    }
  for (const code of languageCodes)
    expect((await site.get(`/${code}/legal-notice`)).dom.querySelector("main")!.text).toContain(
      licence,
    );
});

test("programmers find it in English from the top of every other language", async () => {
  for (const code of languageCodes) {
    const { dom } = await site.get(`/${code}/data`);
    const links = dom.querySelectorAll('article > p > a[href="/en/data"][lang="en"]');
    expect([code, links.length]).toEqual([code, code === "en" ? 0 : 1]);
  }
});
