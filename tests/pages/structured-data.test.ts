import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { dataOf, expectAsShown, texts } from "../support/structured-data.ts";
import { languageCodes } from "#app/i18n/languages.ts";

const site = await openSite();
afterAll(() => site.close());

let perfume: string;

beforeAll(async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  await addDupe(site.db, id, "Armaf", "Club de Nuit Intense Man", { likes: 30, dislikes: 2 });
  await addDupe(site.db, id, "Afnan", "Supremacy </script> Silver", { likes: 9, dislikes: 6 });
  await addDupe(site.db, id, "Montblanc", "Explorer", { likes: 1, dislikes: 9 });
  await addDupe(site.db, id, "Zara", "Vibrant Leather", { estimacion: 60 });
  perfume = `/perfume/creed-aventus-${id}`;
});

test("a perfume's structured data matches its page, without the dupe that most reject, in every language", async () => {
  for (const code of languageCodes) {
    const page = await site.get(`/${code}${perfume}`);
    expectAsShown(page);
    const { Product: product, FAQPage: faq } = dataOf(page);
    expect([product.name, product.brand.name]).toEqual(["Aventus", "Creed"]);
    expect(product.isSimilarTo).toHaveLength(3);
    expect(product.aggregateRating).toBeUndefined();
    expect(product.isSimilarTo[0].aggregateRating).toMatchObject({
      ratingValue: 4.75,
      ratingCount: 32,
    });
    expect(faq.mainEntity).toHaveLength(4);
  }
});

test("the answers contain the page's own figures", async () => {
  const page = await site.get(`/en${perfume}`);
  expect(texts(page, ".faq dd")).toEqual([
    "Club de Nuit Intense Man by Armaf: 91% similar, with 32 votes.",
    "We know of 3 alternatives. Know another? Suggest it on this page.",
    "Pretty much. Dupe, clone, smell-alike and “inspired by” all mean a fragrance that smells like a pricier one, sold under its own name in its own bottle.",
    "It is the share of votes saying that the two smell alike, with one more added on each side, so that a handful of people can’t make it 0% or 100%. It takes the votes of three people. Estimates by others don’t count.",
  ]);
});

test("without votes or dupes the structured data has no figures", async () => {
  const id = await addPerfume(site.db, "Dior", "Sauvage");
  const path = `/en/perfume/dior-sauvage-${id}`;
  const none = await site.get(path);
  expect(texts(none, ".faq dt")).toHaveLength(2);
  expect(dataOf(none).Product.offers).toBeUndefined();
  await addDupe(site.db, id, "Armaf", "Ventana");
  site.services.pages.drop(`/perfume/dior-sauvage-${id}`);
  const unvoted = await site.get(path);
  expect(texts(unvoted, ".faq dd")[0]).toBe(
    "We can’t say yet: nobody has voted so far. Tried them? Cast your vote.",
  );
  expect(dataOf(unvoted).Product.aggregateRating).toBeUndefined();
});

test("home's structured data names the site and a search that works", async () => {
  const { WebSite: web, Organization: organization } = dataOf(await site.get("/pt"));
  expect([web.name, organization.name]).toEqual(["Sosia", "Sosia"]);
  const template: string = web.potentialAction.target.urlTemplate;
  const search = template.replace("{search_term_string}", "aventus").slice(site.origin.length);
  expect((await site.get(search)).html).toContain(`/pt${perfume}`);
});

test("noindex pages have no structured data", async () => {
  for (const path of ["/es?q=creed", `/es${perfume}?reviews=1`, "/es/auth", "/es/nowhere"]) {
    const page = await site.get(path);
    expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(dataOf(page)).toEqual({});
  }
});
