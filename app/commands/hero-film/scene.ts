import { type Cut, CUTS, type CutName } from "./cuts.ts";
import { bottleOnShelf, mix, round } from "./lit-bottle.ts";
import { STANDS } from "./stands.ts";

export const WIDTH = 960;
export const HEIGHT = 600;

const smooth = (t: number) => t * t * (3 - 2 * t);

const ray = (cut: Cut, x: number, width: number, opacity: number) =>
  `<path d="M${round(x + 150)} -20h${width}l-260 560h${-width}z" fill="${cut.sun}" opacity="${round(opacity * cut.wash)}" filter="url(#soft24)"/>`;

/**
 * Draws one frame. Twice per loop a light moves over the shelf from left to right and changes each bottle: first
 * into its dupe, then back.
 * @param moment position in the loop, 0 to 1
 * @param name the cut, for the light or the dark theme
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
