import { draw } from "../bottle/draw.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { fit, outlines, widthOf, writable } from "./text-outlines.ts";
import { type Pictured, pictureSize } from "./picture-path.ts";

const { width, height } = pictureSize;
const paper = "#faf6ee";
const card = "#fffdf8";
const ink = "#211a15";
const soft = "#6a5d50";
const line = "#e3d9c8";
const amber = "#9a4510";
const wash = "#f4e3d0";

/** px: the margin around the label, and the left edge and width of its text */
const edge = 40;
const textLeft = 510;
const textWidth = width - textLeft - 2 * edge;

/** @returns the preview picture of a link as SVG, with text as outlines, because a server may have no fonts */
export function drawPicture(of: Pictured): string {
  const inner = of ? perfumeLabel(of) : siteLabel();
  const frame = `<path fill="${paper}" d="M0 0h${width}v${height}H0z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frame}${inner}</svg>`;
}

function perfumeLabel({ marca, nombre, dupes, nearest }: NonNullable<Pictured>): string {
  const brand = writable(marca).toUpperCase();
  const name = writable(nombre);
  const { size, lines } = fit(name, textWidth, 3, [104, 92, 80, 68, 58]);
  const brandLine = fit(brand, textWidth * 0.8, 1, [34, 30, 26]);
  const leading = size * 1.06;
  const top = 300 - ((lines.length - 1) * leading) / 2 + size * 0.22;
  const title = lines.map((text, at) => outlines(text, textLeft, top + at * leading, size));
  const count = dupes > 0 ? `${dupes} ${dupes === 1 ? "dupe" : "dupes"}` : "";
  const left = nearest
    ? nearestLine(nearest) + filled(soft, outlines(count, textLeft, 570, 30))
    : filled(amber, outlines(count, textLeft, 545, 44));
  return [
    rectangle(edge, edge, width - 2 * edge, height - 2 * edge, card),
    `<path fill="${wash}" d="M${edge + 1} ${edge + 1}h400v${height - 2 * edge - 2}h-400z"/>`,
    bottle(marca, nombre, 65, 60, 7.8),
    filled(soft, outlines(brandLine.lines[0]!, textLeft, top - size - 24, brandLine.size, 4)),
    filled(ink, title.join("")),
    `<path fill="${line}" d="M${textLeft} 466h${textWidth}v1.5h-${textWidth}z"/>`,
    left,
    signature(width - 2 * edge, nearest ? 570 : 545, nearest ? 36 : 44),
  ].join("");
}

/** "95 % Club de Nuit Intense Man": the figure first. */
function nearestLine({ nombre, similarity }: { nombre: string; similarity: number }): string {
  const figure = `${similarity} %`;
  const left = textLeft + widthOf(figure, 60) + 20;
  const { size, lines } = fit(writable(nombre), textLeft + textWidth - left, 1, [44, 38, 32, 28]);
  const name = outlines(lines[0]!, left, 524, size);
  return filled(amber, outlines(figure, textLeft, 524, 60)) + filled(ink, name);
}

function siteLabel(): string {
  const name = outlines(siteName, (width - widthOf(siteName, 190)) / 2, 235, 190);
  const bottles = ["Creed Aventus", "Dior Sauvage", "Chanel Nuit", "Guerlain Rose", "Lalique Vert"];
  return [
    rectangle(edge, edge, width - 2 * edge, height - 2 * edge, card),
    filled(ink, name),
    `<path fill="${line}" d="M300 285h600v1.5H300z"/>`,
    ...bottles.map((scent, at) => {
      const [marca, nombre] = scent.split(" ");
      return bottle(marca!, nombre!, 155 + at * 185, 320, 3.9);
    }),
  ].join("");
}

const filled = (fill: string, path: string) => `<path fill="${fill}" d="${path}"/>`;

function rectangle(x: number, y: number, w: number, h: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6" fill="${fill}" stroke="${line}" stroke-width="2"/>`;
}

function bottle(marca: string, nombre: string, x: number, y: number, scale: number): string {
  const content = draw(marca, nombre).replace(
    /<text x="(\d+)" y="(\d+)" font-size="(\d+)">([^<]*)<\/text>/u,
    (_, middle: string, baseline: string, size: string, letters: string) => {
      const text = writable(letters);
      const left = Number(middle) - widthOf(text, Number(size)) / 2;
      return `<path d="${outlines(text, left, Number(baseline), Number(size))}"/>`;
    },
  );
  return `<g fill="#321" stroke-width=".6" transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;
}

/** The site's name. @param right px, its right edge */
function signature(right: number, baseline: number, size: number): string {
  return filled(ink, outlines(siteName, right - widthOf(siteName, size), baseline, size));
}
