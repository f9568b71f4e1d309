import { inside } from "./draw.ts";
import { shape } from "./shape.ts";

/** What stands inside the `<svg>` of a scent's bottle. */
export function bottle(marca: string, nombre: string): string {
  return inside(shape(marca, nombre));
}
