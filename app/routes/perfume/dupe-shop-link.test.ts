import { expect, test } from "vitest";
import { dupeShopLink } from "./dupe-card.tsx";

const template = "https://shop.example/search?q={marca}+{nombre}&tag=sosia";
const dupe = { marca: "Armaf", nombre: "Club de Nuit" };

test("a dupe's link takes precedence over the operator's template", () => {
  const own = { ...dupe, enlace: "https://armaf.example/club" };
  expect(dupeShopLink(own, template)).toBe("https://armaf.example/club");
  expect(dupeShopLink(own, null)).toBe("https://armaf.example/club");
});

test.each([
  ["Armaf", "Club de Nuit", "https://shop.example/search?q=Armaf+Club%20de%20Nuit&tag=sosia"],
  ["Q&A?", "#1/2=%", "https://shop.example/search?q=Q%26A%3F+%231%2F2%3D%25&tag=sosia"],
  ["A$&", "$1 $$", "https://shop.example/search?q=A%24%26+%241%20%24%24&tag=sosia"],
  ["{nombre}", "Oud", "https://shop.example/search?q=%7Bnombre%7D+Oud&tag=sosia"],
])(
  "the template's placeholders are filled in with escaped names: %s, %s",
  (marca, nombre, link) => {
    expect(dupeShopLink({ marca, nombre }, template)).toBe(link);
  },
);

test("a placeholder may stand twice, and without link and template there is no link", () => {
  expect(dupeShopLink(dupe, "https://x.example/{marca}/{marca}-{nombre}")).toBe(
    "https://x.example/Armaf/Armaf-Club%20de%20Nuit",
  );
  expect(dupeShopLink(dupe, null)).toBeNull();
});

test.each([
  ["https://armaf.example/p", null],
  ["https://www.armaf.example/p", null],
  ["https://go.example/?to=https%3A%2F%2Fwww.armaf.example%2Fp", null],
  ["https://m.armaf.example/p", null],
  ["https://armaf.example", null],
  ["https://druni.es/p", "https://armaf.example/club"],
  // Whoever adds a price types its path.
  ["https://druni.es/armaf.example", "https://armaf.example/club"],
  ["https://go.example/?to=https%3A%2F%2Fdruni.es%2Farmaf.example", "https://armaf.example/club"],
  [undefined, "https://armaf.example/club"],
])("beside a price at %s the link is %s", (link, expected) => {
  const price = link === undefined ? {} : { link };
  const enlace = "https://armaf.example/club";
  expect(dupeShopLink({ ...dupe, enlace, price }, template)).toBe(expected);
});
