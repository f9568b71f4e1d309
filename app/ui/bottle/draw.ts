import { AXIS, halfWidth, outline, sliver } from "./outline.ts";
import { shape, type Shape } from "./shape.ts";
import type { Silhouette } from "./silhouettes.ts";

const VIEW_BOX = "0 0 120 160";

const LETTER_SIZES = [0, 18, 16, 13];

type Vessel = { glass: string; liquid: string; shade: string; light: string };

const vessels = new Map<string, Vessel>();

/** The paths of a bottle filled up to a level, cached: there are a few dozen. */
function vessel(silhouette: Silhouette, level: number): Vessel {
  const key = `${silhouette.name} ${level}`;
  const known = vessels.get(key);
  if (known) return known;
  const { glass, room, light, cuts = "" } = silhouette;
  const half = Math.round(halfWidth(room, level));
  const foot = glass.at(-1)!.at(-2)! + 14;
  const shadow = `M${AXIS - foot} 154q${foot} 9 ${2 * foot} 0z`;
  const surface = `M${AXIS - half} ${level}q${half}-5 ${2 * half} 0-${half} 5-${2 * half} 0z`;
  const paths = {
    glass: outline(glass),
    liquid: outline(room, level),
    shade: sliver(room, "right", level, light[1]) + shadow,
    light: surface + sliver(room, "left", ...light) + cuts,
  };
  vessels.set(key, paths);
  return paths;
}

/** @returns the content of a bottle's `<svg>`, from back to front, in few bytes: no ids, no styles */
export function svgContent({
  silhouette,
  cap,
  material,
  tag,
  liquid,
  level,
  monogram,
}: Shape): string {
  const { glass, liquid: filling, shade, light } = vessel(silhouette, level);
  const neck = silhouette.glass[0]![1]! - 6;
  const left = AXIS - cap.foot;
  const [right, up, sheen] = cap.sheen;
  const capPaint = material.cap === "ebony" ? 'class="cap"' : `fill="${material.cap}"`;
  const size = LETTER_SIZES[[...monogram].length]!;
  const baseline = silhouette.tag + Math.round(size * 0.35);

  return (
    `<path fill="${liquid.fill}3" stroke="${liquid.deep}b" d="${glass}"/>` +
    `<path fill="${liquid.fill}" d="${filling}"/>` +
    `<path fill="${liquid.deep}4" d="${shade}"/>` +
    `<path fill="${material.collar}" d="M51 ${neck}h18v6H51z"/>` +
    `<path ${capPaint} d="M${left} ${neck}${cap.body}"/>` +
    `<path fill="#fff7" d="M${left + right} ${neck - up}${sheen}${light}"/>` +
    `<path fill="#fffaf0" d="${tag(silhouette.tag)}"/>` +
    `<text x="60" y="${baseline}" font-size="${size}">${monogram}</text>`
  );
}

/** @returns a bottle as an SVG document, with the values of its style sheet */
export function drawBottle(marca: string, nombre: string): string {
  const frame = `viewBox="${VIEW_BOX}" fill="#321" stroke-width=".8" text-anchor="middle" font-family="Georgia,serif"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${svgContent(shape(marca, nombre))}</svg>`;
}
