import { CAP_FAMILIES, MATERIALS, type Cap, type Material } from "./caps.ts";
import { liquidOf, type Liquid } from "./colours.ts";
import { pick } from "./hash.ts";
import { monogram } from "./monogram.ts";
import { SILHOUETTES, type Silhouette } from "./silhouettes.ts";
import { TAGS, type Tag } from "./tags.ts";

export type Shape = {
  silhouette: Silhouette;
  cap: Cap;
  material: Material;
  tag: Tag;
  liquid: Liquid;
  level: number;
  monogram: string;
};

/** @returns the bottle of a perfume: bottles of one brand look alike, and differ in cap and colour */
export function shape(marca: string, nombre: string): Shape {
  const brand = marca.trim().toLowerCase();
  const scent = nombre.trim().toLowerCase();
  const silhouette = pick(SILHOUETTES, brand, "silhouette");
  return {
    silhouette,
    cap: pick(pick(CAP_FAMILIES, brand, "caps"), `${brand} ${scent}`, "cap"),
    material: pick(MATERIALS, brand, "material"),
    tag: pick(TAGS, brand, "tag"),
    liquid: liquidOf(brand, scent),
    // Of the brand, because repeated paths compress to almost nothing.
    level: pick(silhouette.levels, brand, "level"),
    monogram: monogram(marca),
  };
}
