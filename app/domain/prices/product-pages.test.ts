import { expect, test } from "vitest";
import { productPage } from "./product-pages.ts";
import { ShopDirectory } from "./shops.ts";

const shop = {
  name: "",
  country: null,
  currency: null,
  affiliate_template: null,
  search_template: null,
};
const known = new ShopDirectory(
  ["druni.es", "douglas.de"].map((host) => ({ ...shop, host, name: host, state: "known" })),
);
const hint = { currency: "EUR" };

test.each([
  ["https://www.druni.es/p?affid=spammer&utm_source=x", "https://www.druni.es/p"],
  ["https://druni.es/p#affid=spammer", "https://druni.es/p"],
  ["https://druni.es/?variant=1", "https://druni.es/"],
  ["https://druni.es/dp/B01/ref=sr_1_1/spammer-21", "https://druni.es/dp/B01"],
  ["https://druni.es/p;affid=spammer/x", "https://druni.es/p"],
  ["https://druni.es/es/perfumes/away", "https://druni.es/es/perfumes/away"],
  ["https://m.druni.es/es/go-fresh/redirecting?x", "https://m.druni.es/es/go-fresh/redirecting"],
  ["https://druni.es/p?from=https%3A%2F%2Fwww.google.com", "https://druni.es/p"],
  [
    "https://www.douglas.de/de/p/50?affid=x&variant=123-a&y=1",
    "https://www.douglas.de/de/p/50?variant=123-a",
  ],
  ["https://www.douglas.de/de/p/50?variant=https://evil.example", "https://www.douglas.de/de/p/50"],
])("of %s only what the product's page needs is kept (RULES.md 4.3)", (typed, kept) => {
  expect(known.resolve(typed, hint)!.url).toBe(kept);
});

test.each([
  "https://druni.es/redirect?url=https://evil.example",
  "https://druni.es/redirect.php",
  "https://druni.es/es/out/123",
  "https://druni.es/go/evil",
  "https://druni.es/es/shop/v2/out/123",
  "https://druni.es/redirect;to=evil/1",
  "https://druni.es/exec/obidos/ASIN/B01/spammer-21",
  "https://click.druni.es/123",
  "https://druni.es/r/https://evil.example",
  "https://druni.es/r/https%3A%2F%2Fevil.example",
  "https://druni.es/r/https%253A%252F%252Fevil.example",
  "https://druni.es/r//evil.example/",
  "https://elsewhere.example/goto/evil",
  "https://l.facebook.com/l.php?u=https%3A%2F%2Fdruni.es%2Fp",
  "https://amzn.eu/d/4x7Yk2P",
  "amzn.to/4x7Yk2P",
])("%s leads elsewhere and is refused (RULES.md 4.3)", (typed) => {
  expect(known.resolve(typed, hint)).toBeNull();
});

test("an address that cannot be decoded is kept as it is", () => {
  expect(productPage("https://druni.es/%E0%A4%A?x", "druni.es")).toBe("https://druni.es/%E0%A4%A");
});

test("an unknown shop's address loses its parameters too, because operators may know it later", () => {
  expect(known.resolve("https://new.example/p?affid=7", hint)).toMatchObject({
    shop: "new.example",
    url: "https://new.example/p",
  });
});
