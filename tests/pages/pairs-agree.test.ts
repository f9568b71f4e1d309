// A bottle's page and the page of each of its dupes say the same (RULES.md 1.6), with the invented community and without.
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "#app/commands/load-starter.ts";
import { addSample, removeSample } from "#app/domain/desk/sample/sample-community.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { countOn, texts } from "../support/structured-data.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
  await seed(site.db);
});
afterAll(() => site.close());

const numberIn = (text: string | undefined) => Number(/\d+/u.exec(text ?? "")?.[0] ?? NaN);

/** Which of the originals: with `npm run verify -- --all` each, otherwise another ninth each day. */
const step = process.env.ALL_TESTS ? 1 : 9;
const first = Math.floor(Date.now() / 86_400_000) % step;

/** What cards say of dupes, and what their own pages say. */
async function compared() {
  const originals = await site.db
    .selectFrom("dupes")
    .select("perfume_id")
    .distinct()
    .orderBy("perfume_id")
    .execute();
  const said: [card: object, page: object][] = [];
  for (const { perfume_id } of originals.filter((_, n) => n % step === first)) {
    const at = (await site.get(`/en/perfume/x-${perfume_id}`)).headers.get("Location")!;
    for (const card of (await site.get(at)).dom.querySelectorAll(
      "[aria-labelledby=dupes-title] .dupe",
    )) {
      const path = card
        .querySelectorAll(".acts > a")
        .map((link) => link.getAttribute("href")!)
        .find((href) => href.startsWith(`${at}/`))!;
      const page = await site.get(path);
      const thumbs = page.dom
        .querySelectorAll(".vote")
        .map(({ text }) => numberIn(text.trim().split(" ").at(-1)));
      const [answer] = texts(page, ".answer");
      const figure = card.querySelector(".score b")?.text;
      const own = {
        path,
        thumbs: card.querySelectorAll(".vote").map(countOn),
        figure: figure ?? null,
      };
      const there = figure === undefined ? null : (/\d+%/u.exec(answer!)?.[0] ?? answer);
      said.push([own, { path, thumbs, figure: there }]);
    }
  }
  return said;
}

test("relations of the starter catalogue have the same figure and counts on both pages", async () => {
  for (const isSample of [true, false]) {
    if (isSample) await addSample(site.db);
    else await removeSample(site.db);
    site.services.pages.clear();
    const said = await compared();
    expect(said.length).toBeGreaterThan(30);
    expect(said.map(([, page]) => page)).toEqual(said.map(([card]) => card));
    const figures = said.filter(([card]) => (card as { figure: string | null }).figure !== null);
    expect(figures.length > 0).toBe(isSample);
  }
}, 120_000);
