import { CAP_FAMILIES, MATERIAL_FAMILIES } from "#app/ui/bottle/caps.ts";
import { liquidOf } from "#app/ui/bottle/colours.ts";
import { svgContent } from "#app/ui/bottle/draw.ts";
import { outline } from "#app/ui/bottle/outline.ts";
import type { Shape } from "#app/ui/bottle/shape.ts";
import { SILHOUETTES } from "#app/ui/bottle/silhouettes.ts";
import { TAGS } from "#app/ui/bottle/tags.ts";

export const WIDTH = 960;
export const HEIGHT = 600;

type Look = { silhouette: string; cap: string; material: number; tag: number; letters: string };
type Stand = {
  x: number;
  foot: number;
  scale: number;
  colour: string;
  level: number;
  original: Look;
  dupe: Look;
};

/** Three perfumes on a shelf, each with its dupe: the same liquid in another bottle. */
const STANDS: Stand[] = [
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

function shapeOf({ colour, level }: Stand, look: Look): Shape {
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

/** The colours of a cut of the film, and how strong its light is. */
interface Cut {
  wall: readonly [top: string, bottom: string];
  shelf: readonly [back: string, front: string];
  edge: string;
  /** of the light on wall, shelf and glass */
  sun: string;
  shadow: string;
  /** what the drawings have other than on a page in light colours (bottle.css) */
  style: string;
  /** factors of the light's opacity: on wall and shelf, on glass, and of the light that falls through a bottle */
  wash: number;
  glint: number;
  fall: number;
}

const CUTS = {
  light: {
    wall: ["#f5e9d7", "#ecd9bd"],
    shelf: ["#f3e4cd", "#dfc6a2"],
    edge: "#c9ae86",
    sun: "#fffdf7",
    shadow: "#5b3a1c",
    style: "",
    wash: 1,
    glint: 1,
    fall: 1,
  },
  dark: {
    wall: ["#1b1510", "#2b2017"],
    shelf: ["#33261b", "#1a130e"],
    edge: "#6b5138",
    sun: "#ffcf94",
    shadow: "#000",
    style: "<style>.cap{fill:#6b5846}.drawn>g:first-child{stroke:#d8c8b199}</style>",
    wash: 0.3,
    glint: 0.6,
    fall: 0.7,
  },
} as const satisfies Record<string, Cut>;

export type CutName = keyof typeof CUTS;
export const cuts = Object.keys(CUTS) as CutName[];

const smooth = (t: number) => t * t * (3 - 2 * t);
const mix = (from: number, to: number, share: number) => from + (to - from) * share;
const round = (n: number) => Math.round(n * 100) / 100;

/** The light: its horizontal place in px, and its strength, 0 to 1. */
type Light = { x: number; strength: number };

/** One bottle: the site's drawing, with glass, glow and highlights on top. @param near 0 to 1, how much light it gets */
function bottle(
  stand: Stand,
  look: Look,
  id: string,
  light: Light,
  near: number,
  cut: Cut,
): string {
  const bright = near * cut.glint;
  const shape = shapeOf(stand, look);
  const { glass, room } = shape.silhouette;
  const cap = `M${60 - shape.cap.foot} ${glass[0]![1]! - 6}${shape.cap.body}`;
  const glint = round(60 + ((light.x - stand.x) / stand.scale) * 0.9);
  const glowX = round(60 + mix(-14, 22 * Math.tanh((glint - 60) / 60), light.strength));
  return `
    <clipPath id="${id}g"><path d="${outline(glass)}"/></clipPath>
    <clipPath id="${id}l"><path d="${outline(room, stand.level)}"/></clipPath>
    <clipPath id="${id}c"><path d="${cap}"/></clipPath>
    <g class="drawn">${svgContent(shape).replace("stroke=", 'stroke-width=".6" stroke=')}</g>
    <path d="${outline(room)}" fill="none" stroke="#fffaf0" stroke-opacity=".55" stroke-width=".5"/>
    <g clip-path="url(#${id}c)">
      <rect x="38" y="0" width="44" height="70" fill="url(#turned)"/>
      <path d="M${round(glint * 0.5 + 26)} 0h9l-6 70h-9z" fill="#fff" opacity="${round(0.38 * bright)}" filter="url(#soft2)"/>
    </g>
    <g clip-path="url(#${id}l)"><ellipse cx="${glowX}" cy="122" rx="44" ry="46" fill="url(#glow)" opacity="${round((0.42 + 0.5 * near) * cut.glint)}"/></g>
    <g clip-path="url(#${id}g)">
      <rect x="0" y="40" width="120" height="120" fill="url(#round)"/>
      <rect x="0" y="139" width="120" height="16" fill="${shape.liquid.fill}" opacity="${round(0.25 + 0.4 * near)}" filter="url(#soft2)"/>
      <path d="M${glint - 22} 30h26l-22 140h-26z" fill="#fff" opacity="${round(0.5 * bright)}" filter="url(#soft3)"/>
      <path d="M${glint + 12} 30h6l-22 140h-6z" fill="#fff" opacity="${round(0.45 * bright)}" filter="url(#soft1)"/>
    </g>`;
}

/** A bottle with its shadow, its coloured light on the shelf, and its reflection. */
function bottleOnShelf(stand: Stand, look: Look, id: string, light: Light, cut: Cut): string {
  const { x, foot, scale } = stand;
  const near = light.strength * Math.exp(-(((light.x - x) / 210) ** 2));
  const away = mix(0.55, Math.tanh((x - light.x) / 320), light.strength);
  const colour = liquidOf("", stand.colour).fill;
  const drawn = bottle(stand, look, id, light, near, cut);
  return `
    <g transform="translate(${x} ${foot})">
      <ellipse cx="${round(60 * away)}" cy="8" rx="${round(38 * scale)}" ry="${round(5 * scale)}" fill="${cut.shadow}" opacity="${round(0.2 + 0.12 * near)}" filter="url(#soft9)"/>
      <g transform="skewX(${round(-38 * away)})" opacity="${round((0.3 + 0.6 * near) * cut.fall)}">
        <ellipse cx="0" cy="34" rx="${round(34 * scale)}" ry="22" fill="${colour}" filter="url(#soft12)"/>
        <ellipse cx="0" cy="36" rx="${round(17 * scale)}" ry="8" fill="#fff3d6" opacity="${round((0.25 + 0.7 * near) * cut.fall)}" filter="url(#soft6)"/>
      </g>
      <g transform="scale(${scale} ${-scale}) translate(-60 -154)" opacity=".2" mask="url(#mirror)">${drawn.replaceAll(`${id}g`, `${id}G`).replaceAll(`${id}l`, `${id}L`).replaceAll(`${id}c`, `${id}C`)}</g>
      <g transform="scale(${scale}) translate(-60 -154)">${drawn}</g>
    </g>`;
}

const ray = (cut: Cut, x: number, width: number, opacity: number) =>
  `<path d="M${round(x + 150)} -20h${width}l-260 560h${-width}z" fill="${cut.sun}" opacity="${round(opacity * cut.wash)}" filter="url(#soft24)"/>`;

/**
 * One frame of the film. Twice in its loop a light moves over the shelf from left to right and changes each bottle: first
 * into its dupe, then back.
 * @param moment place in the loop, 0 to 1
 * @param name the cut: for pages in light or in dark colours
 * @returns an SVG document
 */
export function scene(moment: number, name: CutName): string {
  const cut: Cut = CUTS[name];
  const half = moment < 0.5 ? 0 : 1;
  const way = moment * 2 - half;
  const strength = smooth(Math.min(1, way / 0.24)) * smooth(Math.min(1, (1 - way) / 0.24));
  const x = round(mix(-200, 1160, mix(way, smooth(way), 0.3)));
  const light = { x, strength };
  const [before, behind] =
    half === 0 ? (["original", "dupe"] as const) : (["dupe", "original"] as const);
  const pulse = round(0.5 + 0.5 * Math.cos(4 * Math.PI * moment));
  const edge = (from: string, to: string) =>
    `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const soft = (n: number) =>
    `<filter id="soft${n}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${n}"/></filter>`;
  const line = (id: string, from: string, to: string) =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x - 60}" y1="290" x2="${x + 60}" y2="346">${edge(from, to)}</linearGradient>
     <mask id="${id}m" maskUnits="userSpaceOnUse" x="0" y="0" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#${id})"/></mask>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" fill="#321" text-anchor="middle" font-family="'Noto Serif Display','Noto Serif',Georgia,serif">
    ${cut.style}<defs>
      ${[1, 2, 3, 6, 9, 12, 24].map(soft).join("")}
      ${line("past", "#fff", "#000")}${line("next", "#000", "#fff")}
      <linearGradient id="wall" x2="0" y2="1">${edge(...cut.wall)}</linearGradient>
      <linearGradient id="shelf" x2="0" y2="1">${edge(...cut.shelf)}</linearGradient>
      <radialGradient id="sun"><stop offset="0" stop-color="${cut.sun}"/><stop offset="1" stop-color="${cut.sun}" stop-opacity="0"/></radialGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="#fff6da" stop-opacity=".85"/><stop offset="1" stop-color="#fff6da" stop-opacity="0"/></radialGradient>
      <linearGradient id="round"><stop offset="0" stop-color="#4a2c12" stop-opacity=".16"/><stop offset=".3" stop-color="#fff" stop-opacity=".1"/><stop offset=".62" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#4a2c12" stop-opacity=".26"/></linearGradient>
      <linearGradient id="turned"><stop offset=".1" stop-color="#2a1607" stop-opacity=".22"/><stop offset=".35" stop-color="#fff" stop-opacity=".16"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset=".92" stop-color="#2a1607" stop-opacity=".42"/></linearGradient>
      <linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="0" y1="154" x2="0" y2="116">${edge("#fff", "#000")}</linearGradient>
      <mask id="mirror" maskUnits="userSpaceOnUse" x="0" y="0" width="120" height="160"><rect width="120" height="160" fill="url(#fade)"/></mask>
      <clipPath id="onwall"><path d="M0 0h960v452H0z"/></clipPath>
    </defs>
    <path fill="url(#wall)" d="M0 0h960v600H0z"/>
    <ellipse cx="480" cy="250" rx="560" ry="330" fill="url(#sun)" opacity="${round((0.55 + 0.1 * pulse) * cut.wash)}"/>
    <g clip-path="url(#onwall)">${ray(cut, 150, 190, 0.32)}${ray(cut, 390, 90, 0.26)}<g opacity="${round(strength)}">${ray(cut, x - 120, 130, 0.75)}${ray(cut, x + 50, 60, 0.6)}${ray(cut, x + 150, 24, 0.5)}</g></g>
    <path fill="url(#shelf)" d="M0 452h960v148H0z"/>
    <ellipse cx="${x - 60}" cy="530" rx="300" ry="70" fill="url(#sun)" opacity="${round(0.8 * strength * cut.wash)}"/>
    <path fill="${cut.edge}" opacity=".55" d="M0 451h960v1.5H0z"/>
    <g mask="url(#nextm)">${STANDS.map((stand, i) => bottleOnShelf(stand, stand[before], `a${i}`, light, cut)).join("")}</g>
    <g mask="url(#pastm)">${STANDS.map((stand, i) => bottleOnShelf(stand, stand[behind], `b${i}`, light, cut)).join("")}</g>
  </svg>`;
}
