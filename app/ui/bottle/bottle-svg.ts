import { svgContent } from "./draw.ts";
import { shape } from "./shape.ts";

/** Enough, because most pages show the same few hundred bottles. */
const maxCached = 1000;
const cache = new Map<string, string>();

export function bottle(marca: string, nombre: string): string {
  const scent = `${marca}\n${nombre}`;
  let drawing = cache.get(scent);
  if (drawing === undefined) {
    if (cache.size >= maxCached) cache.clear();
    drawing = svgContent(shape(marca, nombre));
    cache.set(scent, drawing);
  }
  return drawing;
}
