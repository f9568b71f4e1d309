import { inside } from "./draw.ts";
import { shape } from "./shape.ts";

/** How many drawings are kept; what is over begins anew. The same few hundred scents stand on most pages. */
const mostDrawn = 1000;
const drawn = new Map<string, string>();

/** What stands inside the `<svg>` of a scent's bottle. */
export function bottle(marca: string, nombre: string): string {
  const scent = `${marca}\n${nombre}`;
  let drawing = drawn.get(scent);
  if (drawing === undefined) {
    if (drawn.size >= mostDrawn) drawn.clear();
    drawing = inside(shape(marca, nombre));
    drawn.set(scent, drawing);
  }
  return drawing;
}
