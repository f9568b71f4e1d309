import { words } from "./hash.ts";

const SMALL_WORDS = new Set(
  "and by da das degli dei del della den der di do dos du e el et for i il in l la las le les los of the und von y".split(
    " ",
  ),
);

/** The one to three letters that stand for a brand on its label: "Maison Francis Kurkdjian" is MFK. */
export function monogram(marca: string): string {
  const all = words(marca);
  const telling = all.filter((word) => !SMALL_WORDS.has(word));
  const initials = (telling.length > 0 ? telling : all).slice(0, 3).map((word) => [...word][0]!);
  return [...initials.join("").toUpperCase()].slice(0, 3).join("");
}
