import { words } from "./hash.ts";

const SMALL_WORDS = new Set(
  "and by da das degli dei del della den der di do dos du e el et for i il in l la las le les los of the und von y".split(
    " ",
  ),
);

/** @returns one to three letters for a brand's label: "Maison Francis Kurkdjian" gives MFK */
export function monogram(marca: string): string {
  const all = words(marca);
  const main = all.filter((word) => !SMALL_WORDS.has(word));
  const initials = (main.length > 0 ? main : all).slice(0, 3).map((word) => [...word][0]!);
  return [...initials.join("").toUpperCase()].slice(0, 3).join("");
}
