import { expect, test } from "vitest";
import type { Db } from "#db/database.ts";
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
  ["Rabanne", "1 Million"],
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
    ["Rabanne", "Paco Rabanne 1 Million EDT", "1 Million"],
    ["Paco Rabanne", "PACO RABANNE ONE MILLION EDT VAPO", "1 Million"],
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

/** What a title leads to, once its listed size of 100 ml is left out. */
async function matched(db: Db, brand: string, titles: string[]) {
  const sizeless = (title: string) => title.replace(/\(?100 ?ml\)?|3[.]4 fl[.] oz[.]/iu, " ");
  const found = await matchListing(
    db,
    titles.map((title) => ({ brand, title, sizeless: sizeless(title) })),
  );
  return found.map((one, at) => [titles[at], one.outcome === "matched" ? one.bottle.nombre : null]);
}
const listed = (titles: string) => titles.trim().split(/\s*[|\n]\s*/u);
const all = (titles: string[], nombre: string | null) => titles.map((title) => [title, nombre]);

test("the listed size, packing and words for a gender are no part of a name", async () => {
  const db = await freshDatabase();
  await addPerfume(db, "Dior", "Sauvage", { concentracion: "edt", genero: "men" });
  await addPerfume(db, "Dior", "Sauvage Elixir");
  await addPerfume(db, "Dior", "Eau Sauvage");
  const titles = listed(`
    Sauvage 100 ml|Sauvage EDT 100ml|Sauvage EDT Spray 100ml|Dior Sauvage EDT (100 ml)
    Sauvage by Dior EDT 100 ml|Sauvage - Eau de Toilette - 100 ml|Sauvage E.D.T. 100 ml
    Sauvage Eau de Toilette Natural Spray 3.4 fl. oz.|Sauvage EDT 100 ml Spray for Him
    Sauvage Men's Eau de Toilette 100ml|Sauvage EDT Vapo 100 ml|Sauvage EDT para hombre 100 ml
    Sauvage Agua de Tocador Hombre Vaporizador 100 ml|Sauvage Eau de Toilette Homme 100 ml
    Sauvage EDT pour homme Vaporisateur 100ml|Sauvage EDT rechargeable 100 ml
    Sauvage Eau de Toilette Herren 100ml Zerstäuber|Sauvage, Eau de Toilette, Uomo, 100 ml
    Sauvage EDT masculino 100 ml
  `);
  expect(await matched(db, "Dior", titles)).toEqual(all(titles, "Sauvage"));
  const wrong = listed(`
    Sauvage Parfum 100 ml|Sauvage EDP Spray 100 ml|Sauvage Very Cool Spray 100 ml|Sauvage 2 100 ml
    Sauvage (Intense) 100 ml|Sauvage [Parfum] 100 ml|Sauvage EDT 60 ml|Sauvage EDT (60 ml)
    Sauvage EDT 100 ml + 10 ml|Sauvage Deodorant Spray 100 ml|Sauvage Gift Set 100 ml
    Sauvage EDT for Women 100 ml|Sauvage Pour Femme 100 ml|Sauvage After Shave 100 ml
  `);
  expect(await matched(db, "Dior", wrong)).toEqual(all(wrong, null));
  const others = ["Sauvage Elixir Spray 100 ml", "Sauvage (Elixir) for men 100 ml"];
  expect(await matched(db, "Dior", others)).toEqual(all(others, "Sauvage Elixir"));
});

test("a bottle whose name has such a word comes first", async () => {
  const db = await freshDatabase();
  for (const nombre of ["Light Blue", "Light Blue Pour Homme", "Devotion"])
    await addPerfume(db, "Dolce & Gabbana", nombre);
  await addPerfume(db, "Dolce & Gabbana", "Devotion Refill");
  const leadsTo = {
    "Light Blue Pour Homme EDT 100 ml": "Light Blue Pour Homme",
    "Light Blue EDT 100 ml": "Light Blue",
    "Devotion Refill 100 ml": "Devotion Refill",
    "Devotion 100 ml": "Devotion",
    "Devotion Women 100 ml": "Devotion",
  };
  expect(await matched(db, "Dolce & Gabbana", Object.keys(leadsTo))).toEqual(
    Object.entries(leadsTo),
  );
});

test("words for a gender that the catalogue does not confirm are left to a person", async () => {
  const db = await freshDatabase();
  for (const nombre of ["Aventus", "Light Blue", "Light Blue Pour Homme", "Viking"])
    await addPerfume(db, "Creed", nombre);
  const titles = [
    "Aventus For Her Fragrance",
    "Light Blue Men 100 ml",
    "Viking Men 100 ml",
    "Viking Women 100 ml",
  ];
  expect(await matched(db, "Creed", titles)).toEqual(all(titles, null));
});

test("the goods' condition and kind, a brand's abbreviation and a number in words are no part of a name", async () => {
  const db = await freshDatabase();
  await addPerfume(db, "Dior", "Sauvage", { concentracion: "edt", genero: "men" });
  await addPerfume(db, "Dior", "Sauvage Parfum");
  const titles = listed(`
    Sauvage EDT 100 ml Neu & OVP|Sauvage Eau de Toilette NEUF|Sauvage EDT neuf sous blister
    Sauvage EDT NEW IN BOX|Sauvage EDT Novo Lacrado|Sauvage EDT Original precintado
    Sauvage EDT (Tester con tapón)|Sauvage EDT senza scatola|Parfum homme Dior Sauvage EDT
    Profumo Uomo Dior Sauvage Eau de Toilette|Perfume Dior Sauvage Hombre 100ml
    Perfume Masculino Sauvage EDT
  `);
  expect(await matched(db, "Dior", titles)).toEqual(all(titles, "Sauvage"));
  const strong = ["Sauvage Parfum 100 ml Neu", "Perfume Dior Sauvage Parfum"];
  expect(await matched(db, "Dior", strong)).toEqual(all(strong, "Sauvage Parfum"));
  const wrong = ["Sauvage Newcomer", "Sauvage Originals Deodorant", "Parfum Sauvage Nine EDT"];
  expect(await matched(db, "Dior", wrong)).toEqual(all(wrong, null));

  await addPerfume(db, "Yves Saint Laurent", "Libre");
  await addPerfume(db, "Rabanne", "1 Million");
  expect(await matched(db, "YSL", ["Libre EDP"])).toEqual([["Libre EDP", "Libre"]]);
  expect(await matched(db, "Yves Saint Laurent", ["YSL Libre EDP"])).toEqual([
    ["YSL Libre EDP", "Libre"],
  ]);
  expect(await matched(db, "Paco Rabanne", ["One Million EDT", "Two Million EDT"])).toEqual([
    ["One Million EDT", "1 Million"],
    ["Two Million EDT", null],
  ]);
});
