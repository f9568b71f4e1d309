import { type Cap, CAP_FAMILIES, type Material, MATERIAL_FAMILIES } from "./caps.ts";
import { type Liquid, liquidOf } from "./colours.ts";
import { pick, words } from "./hash.ts";
import { type Silhouette, SILHOUETTES } from "./silhouettes.ts";

export const TAGS = [
  "M40-14h40v24H40zM40 12h40v2H40z",
  "M43-14h34q0 4 4 4v20q-4 0-4 4H43q0-4-4-4v-20q4 0 4-4z",
  "M60-15q23 0 23 15t-23 15-23-15 23-15z",
  "M41 14v-20q0-10 19-10t19 10v20z",
] as const;

type Tag = (typeof TAGS)[number];

export type Shape = {
  silhouette: Silhouette;
  cap: Cap;
  material: Material;
  tag: Tag;
  liquid: Liquid;
  level: number;
  monogram: string;
};

/** Bottles of a brand share its label and its families of caps and metals, and differ in the rest. */
export function shape(marca: string, nombre: string): Shape {
  const brand = marca.trim().toLowerCase();
  const scent = nombre.trim().toLowerCase();
  const own = <T>(choices: readonly T[], what: string) => pick(choices, `${brand} ${scent}`, what);
  const silhouette = own(SILHOUETTES, "silhouette");
  return {
    silhouette,
    cap: own(pick(CAP_FAMILIES, brand, "caps"), "cap"),
    material: own(pick(MATERIAL_FAMILIES, brand, "materials"), "material"),
    tag: pick(TAGS, brand, "tag"),
    liquid: liquidOf(brand, scent),
    level: silhouette.level,
    monogram: monogram(marca),
  };
}

const SMALL_WORDS = new Set(
  "and by da das degli dei del della den der di do dos du e el et for i il in l la las le les los of the und von y".split(
    " ",
  ),
);

/** @returns one to three letters for a brand's label: "Maison Francis Kurkdjian" gives MFK */
export function monogram(marca: string): string {
  const all = words(marca);
  const main = all.filter((word) => !SMALL_WORDS.has(word));
  const initials = (main.length > 0 ? main : all).slice(0, 3).map((word) => [...word][0]!);
  return [...initials.join("").toUpperCase()].slice(0, 3).join("");
}
