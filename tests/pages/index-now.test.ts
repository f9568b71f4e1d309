import { afterAll, beforeAll, expect, test } from "vitest";
import { recordChanges } from "#app/index-now/changes.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { addPerfume } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { type StandIn, startIndexNow } from "../support/stand-in-index-now.ts";

const key = "Key-of-the-Tests";
let engines: StandIn;
let site: TestSite;

beforeAll(async () => {
  engines = await startIndexNow();
  site = await openSite({ INDEXNOW_KEY: key, INDEXNOW_URL: engines.url });
});

afterAll(async () => {
  await site.close();
  await engines.close();
});

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

/** Whether it records changes, and how many wait. */
const stateOf = async ({ db }: TestSite) => {
  const { noted } = await db.selectFrom("index_now").select("noted").executeTakeFirstOrThrow();
  const changed = await db.selectFrom("changed_perfumes").select("perfume_id").execute();
  return [noted, changed.length];
};

test("a started site records changes, and announces them in every language", async () => {
  await addPerfume(site.db, "Dior", "Joy");
  await site.start();
  await eventually(async () => expect(await stateOf(site)).toEqual([1, 0]));
  await addPerfume(site.db, "Viktor&Rolf", "Flowerbomb");
  await site.indexNowWorker!.sendDue(new Date(Date.now() + 1000));
  await eventually(async () => expect(await stateOf(site)).toEqual([1, 0]));
  expect(engines.heard).toMatchObject([{ host: "sosia.test", key }]);
  const [{ keyLocation, urlList }] = engines.heard as [(typeof engines.heard)[number]];
  expect((await site.get(keyLocation.replace(site.origin, ""))).html).toBe(key);
  const paths = urlList.map((url) => url.replace(site.origin, ""));
  expect(paths.map((path) => path.slice(1, 3))).toEqual(languageCodes);
  for (const path of paths) {
    const page = await site.get(path);
    const canonical = page.dom.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect([page.status, canonical]).toEqual([200, site.origin + path]);
  }
});

test("a site that is started without a key records nothing", async () => {
  const plain = await openSite();
  await recordChanges(plain.db, true);
  await addPerfume(plain.db, "Dior", "Dune");
  await plain.start();
  await eventually(async () => expect(await stateOf(plain)).toEqual([0, 0]));
  await plain.close();
});
