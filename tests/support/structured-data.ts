import { expect } from "vitest";
import type { Page } from "./site.ts";

/** @returns the page's structured data by type; {} when it has none */
export function dataOf({ dom }: Page): Record<string, any> {
  const blocks = dom.querySelectorAll("script[type='application/ld+json']");
  if (blocks.length === 0) return {};
  expect(blocks).toHaveLength(1);
  const { "@graph": graph } = JSON.parse(blocks[0]!.innerHTML);
  return Object.fromEntries(graph.map((item: { "@type": string }) => [item["@type"], item]));
}

export const texts = (page: Page, selector: string) =>
  page.dom.querySelectorAll(selector).map((element) => element.text.trim());

export function expectAsShown(page: Page) {
  const { Product: product, FAQPage: faq, BreadcrumbList: trail } = dataOf(page);
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  const content = (name: string) =>
    page.dom
      .querySelector(`meta[name='${name}'], meta[property='${name}']`)!
      .getAttribute("content");
  expect(texts(page, "h1")[0]).toContain(product.name);
  expect([product.brand.name]).toEqual(texts(page, ".facts > a:first-child"));
  expect(product.url).toBe(page.dom.querySelector("link[rel=canonical]")!.getAttribute("href"));
  expect(product.description).toBe(content("description"));
  expect(product.image).toBe(content("og:image"));
  const ofOriginals = "section[aria-labelledby=originals-title] .dupe";
  expect(product.aggregateRating).toEqual(ratingShown(page, ofOriginals));

  const similar = product.isSimilarTo ?? [];
  const cards = page.dom
    .querySelectorAll(".dupe")
    .map(({ id }) => `#${id}`)
    .filter((card) => !isRejected(votesShown(page, card)));
  const originals = page.dom.querySelectorAll(ofOriginals).map(({ id }) => `#${id}`);
  const isDupe = (card: string) => !originals.includes(card);
  const named = [...cards.filter(isDupe).slice(0, 5), ...originals];
  const inCards = (selector: string) => named.flatMap((card) => texts(page, `${card} ${selector}`));
  expect(names(similar)).toEqual(inCards("h3"));
  const brands = inCards(".about p").map((brand) => brand.split(" · ")[0]);
  expect(similar.map(({ brand }: any) => brand.name)).toEqual(brands);
  const dupes = cards.length - originals.length;
  expect(product.offers?.offerCount ?? 0).toBe(dupes || Math.min(1, cards.length));
  expect(similar.map(({ aggregateRating }: any) => aggregateRating)).toEqual(
    named.map((card) => (isDupe(card) ? ratingShown(page, card) : undefined)),
  );

  expect(names(faq.mainEntity)).toEqual(texts(page, ".faq dt"));
  expect(faq.mainEntity.map(({ acceptedAnswer }: any) => acceptedAnswer.text)).toEqual(
    texts(page, ".faq dd"),
  );
  expect(texts(page, ".faq dd").join()).not.toContain("{{");
  expect(trail.itemListElement.at(-1).item).toBe(product.url);
  const brand = page.dom.querySelector(".facts > a")!.getAttribute("href")!;
  expect(new URL(trail.itemListElement.at(-2).item).pathname).toBe(brand);
}

/** RULES.md 1.5 and 1.7 */
const isRejected = ([likes, dislikes]: Votes) =>
  likes + dislikes >= 5 && (100 * (likes + 1)) / (likes + dislikes + 2) < 49.5;

type Votes = [likes: number, dislikes: number];

/** @returns what a button's thumb counts: nothing from nobody */
export const countOn = ({ childNodes: [, count] }: { childNodes: { text: string }[] }) =>
  Number(count?.text.replace(/\D/gu, "") ?? 0);

const votesShown = (page: Page, card: string) =>
  page.dom.querySelectorAll(`${card} .vote`).map(countOn) as Votes;

/** RULES.md 11.12, from the figures on the vote buttons */
function ratingShown(page: Page, cards: string) {
  const votes = page.dom
    .querySelectorAll(cards)
    .map(({ id }) => votesShown(page, `#${id}`))
    .filter(([likes, dislikes]) => likes! + dislikes! >= 3);
  const up = votes.reduce((sum, [likes]) => sum + likes!, 0);
  const count = votes.reduce((sum, [, dislikes]) => sum + dislikes!, up);
  if (count === 0) return undefined;
  return {
    "@type": "AggregateRating",
    ratingValue: Math.round(100 * (1 + (4 * up) / count)) / 100,
    ratingCount: count,
  };
}
