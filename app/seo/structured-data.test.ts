import Validator from "@adobe/structured-data-validator";
import type { Graph } from "schema-dts";
import { expect, test } from "vitest";
import { perfumeData, type ShownPerfume, siteData } from "./structured-data.ts";

interface Item {
  "@type": string;
  [name: string]: unknown;
}

const items = (graph: Graph) => graph["@graph"] as unknown as Item[];

const itemOf = (graph: Graph, type: string) => items(graph).find((item) => item["@type"] === type);

/** Google requires an offer and a picture of every product, but similar products are not for sale here. */
const isLookAlike = ({ property }: { property?: string }) => property === "isSimilarTo";

/** @returns violations of Google's rules for rich results */
async function errors(graph: Graph): Promise<string[]> {
  const jsonld = Object.groupBy(structuredClone(items(graph)), (item) => item["@type"]);
  const issues = await new Validator().validate({ jsonld });
  return issues
    .filter(({ severity, path }) => severity === "ERROR" && !path.some(isLookAlike))
    .map((issue) => issue.issueMessage);
}

const shown = (
  dupes: ShownPerfume["dupes"],
  originals: ShownPerfume["originals"] = [],
): ShownPerfume => ({
  url: "https://sosia.test/es/perfume/creed-aventus-1",
  name: "Aventus",
  brand: "Creed",
  description: "Perfumes parecidos",
  image: "https://sosia.test/og/1.png",
  dupes,
  originals,
  offer: null,
  questions: [{ question: "¿Cuántas?", answer: "2." }],
  trail: [{ name: "Inicio", url: "https://sosia.test/es" }],
});

const dupe = (name: string, likes: number, dislikes: number) => ({
  name,
  brand: "Armaf",
  likes,
  dislikes,
});

test("structured data meets Google's rules for rich results", async () => {
  const graph = perfumeData(shown([dupe("A", 3, 1), dupe("B", 0, 4)]));
  expect(await errors(graph)).toEqual([]);
  expect(await errors(siteData("https://sosia.test", "fr"))).toEqual([]);
});

test("the validator detects missing properties", async () => {
  const graph = perfumeData(shown([dupe("A", 3, 1)]));
  delete (itemOf(graph, "Product")!.offers as Record<string, unknown>).lowPrice;
  expect(await errors(graph)).not.toEqual([]);
});

test("a dupe is rated from 1 to 5 by its share of likes, an original is not rated, and offers range from 10 to 100 dollars", () => {
  const product = itemOf(perfumeData(shown([dupe("A", 3, 1), dupe("B", 0, 4)])), "Product")!;
  expect(product.aggregateRating).toBeUndefined();
  expect(product.offers).toMatchObject({
    lowPrice: 10,
    highPrice: 100,
    priceCurrency: "USD",
    offerCount: 2,
  });
  const similar = product.isSimilarTo as Item[];
  expect(similar.map(({ aggregateRating }) => aggregateRating)).toMatchObject([
    { ratingValue: 4, ratingCount: 4 },
    { ratingValue: 1, ratingCount: 4 },
  ]);
});

test("a look-alike's page rates it by the votes on all its dupes", () => {
  const graph = perfumeData(shown([], [dupe("A", 3, 1), dupe("B", 0, 4)]));
  const product = itemOf(graph, "Product")!;
  expect(product.aggregateRating).toEqual({
    "@type": "AggregateRating",
    ratingValue: 2.5,
    ratingCount: 8,
  });
  expect((product.isSimilarTo as Item[]).map((item) => [item.name, item.aggregateRating])).toEqual([
    ["A", undefined],
    ["B", undefined],
  ]);
});

test("without votes there is no rating, and without dupes no offer", () => {
  const unvoted = itemOf(perfumeData(shown([dupe("A", 0, 0)])), "Product")!;
  expect(unvoted.aggregateRating).toBeUndefined();
  const none = itemOf(perfumeData(shown([])), "Product")!;
  expect([none.offers, none.isSimilarTo]).toEqual([undefined, undefined]);
});

test("the five best dupes are listed as similar, and the offer counts all of them", () => {
  const dupes = Array.from({ length: 12 }, (_, i) => dupe(`D${i}`, 12 - i, i));
  const product = itemOf(perfumeData(shown(dupes)), "Product")!;
  expect((product.isSimilarTo as Item[]).map(({ name }) => name)).toEqual(
    dupes.slice(0, 5).map(({ name }) => name),
  );
  expect(product.offers).toMatchObject({ offerCount: 12 });
});

test("breadcrumbs lead from home to the page", () => {
  const trail = itemOf(perfumeData(shown([])), "BreadcrumbList")!.itemListElement as Item[];
  expect(trail.map(({ position, name }) => [position, name])).toEqual([
    [1, "Inicio"],
    [2, "Aventus"],
  ]);
});
