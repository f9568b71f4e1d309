import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordChanges } from "#app/index-now/changes.ts";
import { newFile } from "../support/new-file.ts";
import { runCommand } from "../support/command.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { type StandIn, startIndexNow } from "../support/stand-in-index-now.ts";
import { languageCodes } from "#app/i18n/languages.ts";

const key = "Key-of-the-Tests";
let engines: StandIn;
let site: TestSite;

beforeAll(async () => {
  engines = await startIndexNow();
  site = await openSite({ INDEXNOW_KEY: key, INDEXNOW_URL: engines.url });
  await recordChanges(site.db, true);
});

afterAll(() => site.close());

beforeEach(() => {
  engines.heard = [];
  engines.answers = { status: 200 };
});

afterAll(() => engines.close());

/** Imports by a separate command, as an operator would, while the site runs. */
async function importFile(what: "perfumes" | "dupes", ...lines: string[]) {
  const words = ["import", what, newFile(lines.join("\n"))];
  expect(await runCommand("catalog", site.config.databaseUrl, words)).toMatchObject({ code: 0 });
}

/** Announces the changes. @returns the paths */
async function announced(): Promise<string[]> {
  await site.indexNowWorker!.sendDue(new Date(Date.now() + 1000));
  return engines.heard.flatMap(({ urlList }) => urlList.map((url) => url.replace(site.origin, "")));
}

test("the key file has its exact name, is the same in every language and is not cached", async () => {
  const file = await site.get(`/${key}.txt`, { "Accept-Language": "de" });
  expect([file.status, file.html]).toEqual([200, key]);
  expect(file.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(file.headers.get("Cache-Control")).toBe("no-store");
  expect([file.headers.get("Vary"), file.headers.get("Set-Cookie")]).toEqual([null, null]);
  const head = await site.request(`/${key}.txt`, { method: "HEAD" });
  expect([head.status, head.html]).toEqual([200, ""]);
});

test.each([
  `/${key.toLowerCase()}.txt`,
  `/es/${key.toLowerCase()}.txt`,
  "/another-key.txt",
  `/${key.toLowerCase()}`,
])("%s is 404", async (path) => {
  const answer = await site.get(path);
  expect(answer.status).toBe(404);
  expect(answer.html).not.toContain(key);
});

test("an imported perfume is announced at its address in every language, and again when its dupes change", async () => {
  await importFile("perfumes", "marca,nombre", "Viktor&Rolf,Flowerbomb");
  const paths = await announced();
  expect(paths.map((path) => path.slice(1, 3))).toEqual(languageCodes);
  for (const path of paths) {
    const page = await site.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.dom.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      site.origin + path,
    );
  }
  expect(engines.heard).toMatchObject([{ host: "sosia.test", key }]);
  const keyFile = engines.heard[0]!.keyLocation.replace(site.origin, "");
  expect((await site.get(keyFile)).html).toBe(key);

  engines.heard = [];
  const columns = "perfume_marca,perfume_nombre,marca,nombre";
  await importFile("dupes", columns, "Viktor&Rolf,Flowerbomb,Zara,Gardenia");
  const changed = await announced();
  expect(changed).toEqual(expect.arrayContaining(paths));
  const bottles = changed.filter((path) => !paths.includes(path));
  expect(bottles.map((path) => path.replace(/-\d+$/u, ""))).toEqual(
    languageCodes.map((code) => `/${code}/perfume/zara-gardenia`),
  );

  engines.heard = [];
  await importFile("dupes", columns, "Viktor&Rolf,Flowerbomb,Zara,Gardenia");
  expect(await announced()).toEqual([]);
});
