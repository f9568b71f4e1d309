import { CAP_FAMILIES, MATERIAL_FAMILIES } from "#app/ui/bottle/caps.ts";
import { liquidOf } from "#app/ui/bottle/colours.ts";
import type { Shape } from "#app/ui/bottle/shape.ts";
import { SILHOUETTES } from "#app/ui/bottle/silhouettes.ts";
import { TAGS } from "#app/ui/bottle/tags.ts";

export type Look = {
  silhouette: string;
  cap: string;
  material: number;
  tag: number;
  letters: string;
};
export type Stand = {
  x: number;
  foot: number;
  scale: number;
  colour: string;
  level: number;
  original: Look;
  dupe: Look;
};

/** Three perfumes on a shelf, each with its dupe: the same liquid in another bottle. */
export const STANDS: Stand[] = [
  {
    x: 218,
    foot: 500,
    scale: 2.1,
    colour: "rose",
    level: 84,
    original: { silhouette: "apothecary", cap: "stopper", material: 0, tag: 1, letters: "R" },
    dupe: { silhouette: "disc", cap: "cube", material: 1, tag: 2, letters: "S" },
  },
  {
    x: 742,
    foot: 500,
    scale: 2.1,
    colour: "green",
    level: 84,
    original: { silhouette: "drop", cap: "bud", material: 1, tag: 2, letters: "V" },
    dupe: { silhouette: "fluted", cap: "dome", material: 0, tag: 0, letters: "S" },
  },
  {
    x: 480,
    foot: 524,
    scale: 2.75,
    colour: "amber",
    level: 80,
    original: { silhouette: "gem", cap: "ball", material: 1, tag: 3, letters: "A" },
    dupe: { silhouette: "arch", cap: "column", material: 0, tag: 1, letters: "S" },
  },
];

export function shapeOf({ colour, level }: Stand, look: Look): Shape {
  return {
    silhouette: SILHOUETTES.find(({ name }) => name === look.silhouette)!,
    cap: CAP_FAMILIES.flat().find(({ name }) => name === look.cap)!,
    material: MATERIAL_FAMILIES[0]![look.material]!,
    tag: TAGS[look.tag]!,
    liquid: liquidOf("", colour),
    level,
    monogram: look.letters,
  };
}
