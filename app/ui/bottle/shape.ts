import { CAP_FAMILIES, MATERIAL_FAMILIES, type Cap, type Material } from "./caps.ts";
import { liquidOf, type Liquid } from "./colours.ts";
import { pick } from "./hash.ts";
import { monogram } from "./monogram.ts";
import { type Build, BUILDS, type Silhouette, SILHOUETTES, SLENDER_BUILDS } from "./silhouettes.ts";
import { TAGS, type Tag } from "./tags.ts";

export type Shape = {
  silhouette: Silhouette;
  build: Build;
  cap: Cap;
  material: Material;
  tag: Tag;
  liquid: Liquid;
  level: number;
  monogram: string;
};

/** @returns the bottle of a perfume: bottles of one brand are of one family, and differ in build, cap, metal and colour */
export function shape(marca: string, nombre: string): Shape {
  const brand = marca.trim().toLowerCase();
  const scent = nombre.trim().toLowerCase();
  const own = <T>(choices: readonly T[], what: string) => pick(choices, `${brand} ${scent}`, what);
  // Of the brand, because repeated paths compress to almost nothing.
  const silhouette = pick(SILHOUETTES, brand, "silhouette");
  return {
    silhouette,
    build: own(silhouette.slender ? SLENDER_BUILDS : BUILDS, "build"),
    cap: own(pick(CAP_FAMILIES, brand, "caps"), "cap"),
    material: own(pick(MATERIAL_FAMILIES, brand, "materials"), "material"),
    tag: pick(TAGS, brand, "tag"),
    liquid: liquidOf(brand, scent),
    level: silhouette.level,
    monogram: monogram(marca),
  };
}
