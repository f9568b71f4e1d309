import { liquidOf } from "#app/ui/bottle/colours.ts";
import { svgContent } from "#app/ui/bottle/draw.ts";
import { outline } from "#app/ui/bottle/outline.ts";
import type { Cut } from "./cuts.ts";
import { type Look, shapeOf, type Stand } from "./stands.ts";

export const mix = (from: number, to: number, share: number) => from + (to - from) * share;
export const round = (n: number) => Math.round(n * 100) / 100;

/** `x` in px, `strength` from 0 to 1. */
type Light = { x: number; strength: number };

/** The site's drawing, with glass, glow and highlights on top. @param near how much light it gets, 0 to 1 */
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
export function bottleOnShelf(
  stand: Stand,
  look: Look,
  id: string,
  light: Light,
  cut: Cut,
): string {
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
