import { expect, test } from "vitest";
import { matchListing } from "./match-listing.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";

const bottles: [string, string][] = [
  ["Giorgio Armani", "My Way"],
  ["Giorgio Armani", "My Way Intense"],
  ["Chanel", "Coco Mademoiselle"],
  ["Chanel", "Coco Mademoiselle Eau de Toilette"],
  ["Chanel", "Chance Eau Tendre"],
  ["Dior", "Sauvage"],
  ["Dior", "Sauvage Elixir"],
  ["Byredo", "Gypsy Water"],
  ["Byredo", "Gypsy Water Hair Perfume"],
  ["Byredo", "Mojave Ghost"],
  ["Jimmy Choo", "Jimmy Choo"],
  ["Dolce & Gabbana", "Devotion Intense"],
  ["Dolce & Gabbana", "Light Blue"],
  ["Maison Martin Margiela", "By the Fireplace"],
  ["Jo Malone London", "Red Roses"],
  ["Jo Malone London", "Red Roses Cologne"],
  ["Creed", "Aventus"],
];

async function matchAll(products: [string, string][]) {
  const db = await freshDatabase();
  for (const [marca, nombre] of bottles) await addPerfume(db, marca, nombre);
  const found = await matchListing(
    db,
    products.map(([brand, title]) => ({ brand, title })),
  );
  return found.map((one) => (one.outcome === "matched" ? one.bottle.nombre : null));
}

test("a product matches the bottle whose full brand and name it contains, in the same strength", async () => {
  const products: [string, string, string][] = [
    ["ARMANI", "My Way Eau de Parfum", "My Way"],
    ["ARMANI", "My Way Intense Eau de Parfum Spray", "My Way Intense"],
    ["CHANEL", "COCO MADEMOISELLE Eau de Parfum Purse Spray", "Coco Mademoiselle"],
    ["CHANEL", "COCO MADEMOISELLE Eau de Toilette Spray", "Coco Mademoiselle Eau de Toilette"],
    ["CHANEL", "CHANCE EAU TENDRE Eau de Toilette", "Chance Eau Tendre"],
    ["DIOR", "Sauvage Elixir Fragrance", "Sauvage Elixir"],
    ["BYREDO", "Gypsy Water Hair Perfume", "Gypsy Water Hair Perfume"],
    ["Maison Margiela", "Replica By the Fireplace Eau de Toilette", "By the Fireplace"],
    ["Jo Malone London™", "Red Roses Cologne (Exclusive)", "Red Roses Cologne"],
    ["Creed", "Aventus Fragrance Refill", "Aventus"],
  ];
  expect(await matchAll(products.map(([brand, title]) => [brand, title]))).toEqual(
    products.map(([, , nombre]) => nombre),
  );
});

test("a known concentration decides between strengths that the name leaves out", async () => {
  const db = await freshDatabase();
  await addPerfume(db, "Dior", "Sauvage", { concentracion: "edt" });
  await addPerfume(db, "Creed", "Aventus");
  const listed = ["Sauvage Eau de Toilette", "Sauvage Eau de Parfum", "Sauvage Spray"];
  const found = await matchListing(
    db,
    listed.map((title) => ({ brand: "DIOR", title })),
  );
  expect(found.map(({ outcome }) => outcome)).toEqual(["matched", "unsure", "matched"]);
});

test("uncertain matches are left to a person", async () => {
  const products: [string, string][] = [
    // A similarly named scent, another strength, another product, a set, another brand.
    ["Jimmy Choo", "I Want Choo Eau de Parfum"],
    ["Dolce&Gabbana", "My Devotion Eau de Parfum Intense"],
    ["DIOR", "Sauvage Parfum"],
    ["BYREDO", "Mojave Ghost Absolu de Parfum"],
    ["BYREDO", "Mojave Ghost Body Mist"],
    ["BYREDO", "Gypsy Water Eau de Parfum Set $415 Value"],
    ["Aventus Perfumes", "Sauvage"],
    ["ARMANI", "Acqua di Gioia"],
    ["", ""],
  ];
  expect(await matchAll(products)).toEqual(products.map(() => null));
});

test("two strengths that match one bottle are both unsure", async () => {
  expect(
    await matchAll([
      ["Dolce&Gabbana", "Light Blue Eau de Toilette"],
      ["Dolce&Gabbana", "Light Blue Eau de Parfum"],
      ["DIOR", "Sauvage Eau de Toilette"],
      ["DIOR", "Sauvage Eau de Toilette"],
    ]),
  ).toEqual([null, null, "Sauvage", "Sauvage"]);
});
