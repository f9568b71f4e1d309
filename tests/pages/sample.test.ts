// The invented community is said on every page and counts nowhere else (RULES.md 1.14).
import { afterAll, beforeAll, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { seed } from "#app/commands/load-starter.ts";
import { addSample, removeSample } from "#app/domain/desk/sample/sample-community.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { eventually } from "../support/eventually.ts";
import { twoLanguages } from "../support/translations.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { dataOf } from "../support/structured-data.ts";

let site: TestSite;
let bottle: string;

beforeAll(async () => {
  site = await openSite();
  await seed(site.db);
  await addSample(site.db);
  await site.start();
  const { perfume_id } = await site.db
    .selectFrom("dupes")
    .innerJoin("price_summaries", "price_summaries.perfume_id", "dupes.perfume_id")
    .select("dupes.perfume_id")
    .orderBy("likes", "desc")
    .executeTakeFirstOrThrow();
  const perfume = await site.db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where("id", "=", perfume_id)
    .executeTakeFirstOrThrow();
  bottle = perfumePath(perfume);
});

afterAll(() => site.close());

const paths = () => ["", bottle, "/about", "/contact", "/brands", "/auth", "/nowhere"];

const shown = ({ dom, headers }: Page) => ({
  note: dom.querySelector("[role=note].sample")?.text,
  header: headers.get("X-Robots-Tag"),
  meta: dom.querySelector("meta[name=robots]")?.getAttribute("content"),
});

test.each(twoLanguages)("every page says so and is not indexed, in %s", async (code) => {
  const note = translatorIn(code).t("pages:sample.note");
  for (const path of paths())
    expect([path, shown(await site.get(`/${code}${path}`))]).toEqual([
      path,
      { note, header: "noindex", meta: "noindex" },
    ]);
});

test("the API gives out no invented vote, verdict or price", async () => {
  const id = bottle.split("-").at(-1)!;
  const { dupes } = JSON.parse((await site.get(`/api/v1/perfumes/${id}/dupes`)).html);
  expect(dupes.length).toBeGreaterThan(0);
  for (const { likes, dislikes, verdicts, prices } of dupes)
    expect([likes, dislikes, verdicts, prices]).toEqual([0, 0, null, []]);
});

test("canonical and alternate addresses stay, and structured data counts no invented vote or price", async () => {
  const sampled = await site.get(`/es${bottle}`);
  expect(sampled.html).toMatch(/\d+\s*votos/u);
  const links = ({ dom }: Page) =>
    dom
      .querySelectorAll("link[rel=canonical], link[rel=alternate]")
      .map((link) => link.getAttribute("href"));
  const dataIn = (page: Page) => {
    const { Product, ...others } = dataOf(page);
    // Its address changes with the figure it shows.
    return { ...others, Product: { ...Product, image: null } };
  };
  const data = dataIn(sampled);
  expect(links(sampled).length).toBeGreaterThan(7);
  expect(JSON.stringify(data)).not.toMatch(/aggregateRating|EUR/u);
  await removeSample(site.db);
  await eventually(async () => {
    const real = await site.get(`/es${bottle}`);
    expect(shown(real)).toEqual({ note: undefined, header: null, meta: undefined });
    expect(links(real)).toEqual(links(sampled));
    expect(dataIn(real)).toEqual(data);
  });
});
