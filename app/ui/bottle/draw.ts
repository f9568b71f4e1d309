import { liquidOf } from "./colours.ts";
import { pick, words } from "./hash.ts";

/** In 48 × 64, with the height of the label's middle. */
const vessels = [
  { glass: "M10 21h28l3 3v34l-3 3H10l-3-3V24z", liquid: "M10 33h28v25H10z", label: 46 },
  {
    glass: "M24 21a20 20 0 1 1 0 40 20 20 0 1 1 0-40z",
    liquid: "M8 35h32a17 17 0 1 1-32 0z",
    label: 44,
  },
  { glass: "M8 61V37q0-16 16-16t16 16v24z", liquid: "M11 36h26v22H11z", label: 47 },
  { glass: "M14 21h20l2 2v36l-2 2H14l-2-2V23z", liquid: "M15 31h18v27H15z", label: 45 },
  { glass: "M18 21h12l12 37-3 3H9l-3-3z", liquid: "M16 37h16l6 21H10z", label: 49 },
  { glass: "M16 21h16l9 9v22l-9 9H16l-9-9V30z", liquid: "M10 33h28v18l-7 7H17l-7-7z", label: 45 },
] as const;

const caps = [
  "M16 4h16v12H16z",
  "M24 2a7 7 0 1 1 0 14 7 7 0 1 1 0-14z",
  "M15 16v-4q0-9 9-9t9 9v4z",
  "M19 1h10v15H19z",
] as const;

const metals = ['class="cap"', 'fill="#c95"', 'fill="#aaa"', 'fill="#853"'] as const;

const letterSizes = [0, 11, 9, 8];

/** A house's bottles share glass, cap, metal and letters, and differ in what is in them. @returns SVG of letters and digits alone */
export function draw(marca: string, nombre: string): string {
  const house = marca.trim().toLowerCase();
  const { glass, liquid, label } = pick(vessels, house, "vessel");
  const { fill, deep } = liquidOf(house, nombre.trim().toLowerCase());
  const letters = monogram(marca);
  const size = letterSizes[[...letters].length]!;
  return (
    `<path ${pick(metals, house, "metal")} d="${pick(caps, house, "cap")}M20 16h8v5h-8z"/>` +
    `<g fill="${fill}" stroke="${deep}"><path fill-opacity=".2" d="${glass}"/>` +
    `<path stroke="none" d="${liquid}"/></g>` +
    `<path fill="#fffaf0" d="M15 ${label - 7}h18v14H15z"/>` +
    `<text x="24" y="${label + Math.round(size * 0.35)}" font-size="${size}">${letters}</text>`
  );
}

const smallWords = new Set(
  "and by da das degli dei del della den der di do dos du e el et for i il in l la las le les los of the und von y".split(
    " ",
  ),
);

/** @returns one to three letters for a brand's label: "Maison Francis Kurkdjian" gives MFK */
export function monogram(marca: string): string {
  const all = words(marca);
  const main = all.filter((word) => !smallWords.has(word));
  const initials = (main.length > 0 ? main : all).slice(0, 3).map((word) => [...word][0]!);
  return [...initials.join("").toUpperCase()].slice(0, 3).join("");
}
