import { CAP_FAMILIES, MATERIAL_FAMILIES, type Cap, type Material } from "./caps.ts";
import { liquidOf, type Liquid } from "./colours.ts";
import { pick } from "./hash.ts";
import { monogram } from "./monogram.ts";
import { type Silhouette, SILHOUETTES } from "./silhouettes.ts";
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
