import { expect, test } from "vitest";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import { isOfShop, looksLikeAddress } from "./shops.ts";

test.each([
  ["https://www.druni.es/p?x=1#top", "druni.es", "https://www.druni.es/p?x=1#top"],
  ["https://druni.es./p", "druni.es", "https://druni.es/p"],
  ["https://druni.es:443/p", "druni.es", "https://druni.es/p"],
  ["https://m.druni.es/p", "m.druni.es", "https://m.druni.es/p"],
  ["http://druni.es/p", "druni.es", null],
  ["druni.es/p", "druni.es", null],
  ["//druni.es/p", "druni.es", null],
  ["DRUNI.ES.", "druni.es", null],
  ["www.es", "www.es", null],
  ["druni。es", "druni.es", null],
  ["https://drúni.es/", "xn--drni-rra.es", "https://xn--drni-rra.es/"],
])("%s belongs to the shop %s", (text, host, url) => {
  expect(looksLikeAddress(text)).toBe(true);
  expect(parseAddress(text)).toEqual({ host, url });
});

test.each([
  "javascript:alert(1)",
  "ftp://druni.es/",
  "https:druni.es",
  "https:///druni.es",
  "https://ana:secret@druni.es/",
  "druni.es@evil.example",
  "https://druni.es\\@evil.example/",
  "https://druni.es:8443/",
  "https://127.0.0.1/",
  "127.0.0.1:80",
  "https://2130706433/",
  "https://0x7f.1/",
  "0x7f000001",
  "https://[::1]/",
  "localhost",
  "https://shop.localhost/",
  "https://router.local/",
  "https://shop.internal/",
  "https://shop.home.arpa/",
  "https://intranet/",
  "https://druni..es/",
  "https://druni.es/a b",
  `https://druni.es/${"a".repeat(600)}`,
])("%s is not a shop's address", (text) => {
  expect(looksLikeAddress(text)).toBe(true);
  expect(parseAddress(text)).toBeNull();
});

test.each(["Druni", "El Corte Inglés", "Perfumería Ana, Madrid", "Mr. Scent", "24/7"])(
  "%s is a name",
  (text) => {
    expect(looksLikeAddress(text)).toBe(false);
  },
);

test("a host belongs to a shop if it is equal to or beneath the shop's host, but not if it only looks alike", () => {
  expect(isOfShop("druni.es", "druni.es")).toBe(true);
  expect(isOfShop("m.druni.es", "druni.es")).toBe(true);
  expect(isOfShop("druni.es.example.com", "druni.es")).toBe(false);
  expect(isOfShop("notdruni.es", "druni.es")).toBe(false);
});
