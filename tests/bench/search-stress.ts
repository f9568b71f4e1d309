/** Bends the names of the most popular perfumes by rule, and counts how often each still comes first: `node tests/bench/search-stress.ts [kind]`. */
import { existsSync } from "node:fs";
import { buildIndex } from "../../app/catalog/search/engine.ts";
import { fold } from "../../app/catalog/search/text/fold.ts";
import { tokensOf } from "../../app/catalog/search/text/tokens.ts";
import { seeded } from "./search-synthetic.ts";
import { readPerfumes } from "./search-tables.ts";

const file = new URL("../../../shared/data/perfumes.csv", import.meta.url).pathname;
if (!existsSync(file)) {
  console.log("../shared/data is not here: nothing to bend.");
  process.exit(0);
}
const perfumes = readPerfumes(file);
const index = await buildIndex(perfumes);
const random = seeded(7);
const pick = (length: number) => Math.floor(random() * length);
const letter = () => "abcdefghijklmnopqrstuvwxyz"[pick(26)]!;

/** Bends one word of five letters or more; undefined where there is none. */
function bend(text: string, way: (word: string, at: number) => string): string | undefined {
  const words = text.split(" ");
  const long = words.map((word, i) => (/^[a-z]{5,}$/.test(word) ? i : -1)).filter((i) => i >= 0);
  if (long.length === 0) return undefined;
  const i = long[pick(long.length)]!;
  const word = words[i]!;
  words[i] = way(word, 1 + pick(word.length - 2));
  return words.join(" ");
}

const kinds: Record<string, (house: string, name: string) => string | undefined> = {
  "brand name": (house, name) => `${house} ${name}`,
  "name brand": (house, name) => `${name} ${house}`,
  name: (_, name) => name,
  "wrong letter": (house, name) =>
    bend(`${house} ${name}`, (word, at) => word.slice(0, at) + letter() + word.slice(at + 1)),
  "missing letter": (house, name) =>
    bend(`${house} ${name}`, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  "extra letter": (house, name) =>
    bend(`${house} ${name}`, (word, at) => word.slice(0, at) + letter() + word.slice(at)),
  "swapped letters": (house, name) =>
    bend(
      `${house} ${name}`,
      (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    ),
  "name, wrong letter": (_, name) =>
    bend(name, (word, at) => word.slice(0, at) + letter() + word.slice(at + 1)),
  "name, swapped letters": (_, name) =>
    bend(name, (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)),
  "name glued": (_, name) => name.replaceAll(" ", ""),
  "brand, name glued": (house, name) => `${house} ${name.replaceAll(" ", "")}`,
  "brand and name glued": (house, name) => `${house} ${name}`.replaceAll(" ", ""),
  "word split": (house, name) =>
    bend(`${house} ${name}`, (word) => `${word.slice(0, 3)} ${word.slice(3)}`),
  "beginning, 70 %": (house, name) =>
    `${house} ${name}`.slice(0, Math.ceil(`${house} ${name}`.length * 0.7)),
  "name's beginning, 70 %": (_, name) => name.slice(0, Math.max(4, Math.ceil(name.length * 0.7))),
  clone: (house, name) => `clon de ${name} de ${house}`,
  "for men": (_, name) => `${name} para hombre barato`,
};

const only = process.argv[2];
const table: Record<string, object> = {};
const top = [...perfumes].sort((a, b) => b.popularidad - a.popularidad).slice(0, 1500);
for (const [kind, change] of Object.entries(kinds)) {
  if (only && only !== kind) continue;
  let queries = 0;
  let first = 0;
  let five = 0;
  for (const perfume of top) {
    const query = change(fold(perfume.marca), fold(perfume.nombre));
    if (query === undefined) continue;
    queries++;
    const same = (id: number) =>
      tokensOf(perfumes[id]!.nombre).join("") === tokensOf(perfume.nombre).join("");
    const found = index.search(query, 5);
    const place = found.findIndex(same);
    if (place === 0) first++;
    if (place >= 0) five++;
    if (only && place !== 0) {
      console.log(
        place,
        `[${query}]`,
        perfume.nombre,
        "←",
        found
          .slice(0, 3)
          .map((id) => `${perfumes[id]!.marca} · ${perfumes[id]!.nombre}`)
          .join(" | "),
      );
    }
  }
  const share = (count: number) => Number(((100 * count) / queries).toFixed(1));
  table[kind] = { queries, "first %": share(first), "top five %": share(five) };
}
console.table(table);

const keys = ["asdfghjkl", "qwertyuiop", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz"];
const mash: Record<string, object> = {};
for (let length = 2; length <= 12; length++) {
  let found = 0;
  const shown: string[] = [];
  for (let i = 0; i < 400; i++) {
    const row = keys[i % 4]!;
    const query = Array.from({ length }, () => row[pick(row.length)]).join("");
    const answer = index.search(query, 1)[0];
    if (answer === undefined) continue;
    found++;
    if (shown.length < 5) shown.push(`${query} → ${perfumes[answer]!.nombre}`);
  }
  mash[length] = { "finds something %": found / 4, such: shown.join(" · ") };
}
console.table(mash);
