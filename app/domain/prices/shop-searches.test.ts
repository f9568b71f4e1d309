import { expect, test } from "vitest";
import { freshDatabase } from "../../../tests/support/database.ts";
import { addShop } from "../../../tests/support/prices.ts";
import { isSearchOf, searchesFor } from "./shop-searches.ts";

const bottle = { marca: "Dolce & Gabbana", nombre: "Q $& by ?" };
const wanted = "Dolce%20%26%20Gabbana%20Q%20%24%26%20by%20%3F";
const search_template = "https://www.druni.es/buscar?q={q}&x=1";

test("a bottle is looked for in three known shops of the reader's market, before those of none, through their affiliate templates", async () => {
  const db = await freshDatabase();
  const affiliate_template = "https://go.example/?to={url}";
  await addShop(db, "druni.es", { search_template, affiliate_template });
  await addShop(db, "a.example", { country: null, search_template: "https://a.example/{q}" });
  await addShop(db, "primor.eu", { search_template: "https://primor.eu/s/{q}" });
  await addShop(db, "z.es", { search_template: "https://z.es/s/{q}" });
  await addShop(db, "blocked.es", { search_template: "https://blocked.es/{q}", state: "blocked" });
  await addShop(db, "none.es");
  await addShop(db, "douglas.de", { country: "DE", search_template: "https://douglas.de/{q}" });
  const page = search_template.replace("{q}", () => wanted);
  expect(await searchesFor(db, bottle, "es")).toEqual([
    {
      shop: "druni.es",
      link: `https://go.example/?to=${encodeURIComponent(page)}`,
      affiliate: true,
    },
    { shop: "primor.eu", link: `https://primor.eu/s/${wanted}` },
    { shop: "z.es", link: `https://z.es/s/${wanted}` },
  ]);
  expect((await searchesFor(db, bottle, "de")).map(({ shop }) => shop)).toEqual([
    "douglas.de",
    "a.example",
  ]);
});

test("a shop's search is https at the shop itself, with one place for the words after its host", () => {
  expect(isSearchOf("druni.es", search_template)).toBe(true);
  for (const wrong of [
    "http://druni.es/{q}",
    "https://druni.es/",
    "https://{q}.druni.es/",
    "https://druni.es/{q}/{q}",
    "https://other.example/{q}",
    "https://druni.es.other.example/{q}",
    "https://druni.es@other.example/{q}",
    "javascript:{q}",
  ])
    expect([wrong, isSearchOf("druni.es", wrong)]).toEqual([wrong, false]);
});
