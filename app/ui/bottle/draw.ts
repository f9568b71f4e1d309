import { AXIS, halfWidth, outline, sliver } from "./outline.ts";
import type { Shape } from "./shape.ts";
import type { Silhouette } from "./silhouettes.ts";

const LETTER_SIZES = [0, 18, 16, 13];

const SHADOW = "M19 154q41 9 82 0z";

/** Inside every cap; one of its own for each would cost a page 100 bytes. */
const SHEEN = "M53-3v-8h3v8z";

type Vessel = { glass: string; liquid: string; light: string };

const vessels = new Map<string, Vessel>();

function vessel(silhouette: Silhouette, level: number): Vessel {
  const key = `${silhouette.name} ${level}`;
  const known = vessels.get(key);
  if (known) return known;
  const { glass, room, light, cuts = "" } = silhouette;
  const half = Math.round(halfWidth(room, level));
  const surface = `M${AXIS - half} ${level}q${half}-5 ${2 * half} 0-${half} 5-${2 * half} 0z`;
  const paths = {
    glass: outline(glass),
    liquid: outline(room, level),
    light: surface + sliver(room, ...light) + cuts,
  };
  vessels.set(key, paths);
  return paths;
}

/** Bottles with the same silhouette or cap share long identical runs of markup, so pages compress well. */
export function svgContent({
  silhouette,
  cap,
  material,
  tag,
  liquid,
  level,
  monogram,
}: Shape): string {
  const { glass, liquid: filling, light } = vessel(silhouette, level);
  const neck = silhouette.glass[0]![1]! - 6;
  const left = AXIS - cap.foot;
  const capPaint = material.cap === "ebony" ? 'class="cap"' : `fill="${material.cap}"`;
  const size = LETTER_SIZES[[...monogram].length]!;

  return (
    `<g fill="${liquid.fill}" stroke="${liquid.deep}">` +
    `<path fill-opacity=".2" d="${glass}"/>` +
    `<g stroke="none"><path d="${filling}"/>` +
    `<path fill="#0003" d="${SHADOW}"/>` +
    `<path fill="#fff7" d="${light}"/></g></g>` +
    `<g transform="translate(0 ${silhouette.tag})"><path fill="#fffaf0" d="${tag}"/>` +
    `<text x="60" y="${Math.round(size * 0.35)}" font-size="${size}">${monogram}</text></g>` +
    `<g ${capPaint} stroke="${material.collar}" transform="translate(0 ${neck})">` +
    `<path stroke-width="6" d="M51 3h18"/>` +
    `<g stroke="none"><path d="M${left} 0${cap.body}"/>` +
    `<path fill="#fff7" d="${SHEEN}"/></g></g>`
  );
}
