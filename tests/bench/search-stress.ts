/** Changes the names of the most popular perfumes by rule, and counts how often each is still the first result: `node tests/bench/search-stress.ts [kind]`. */
import { existsSync } from "node:fs";
import { buildIndex } from "../../app/domain/search/engine.ts";
import { fold } from "../../app/domain/search/text/fold.ts";
import { tokensOf } from "../../app/domain/search/text/tokenize.ts";
import { seeded } from "./search-synthetic.ts";
import { readPerfumes } from "./search-tables.ts";

const file = new URL("../../../shared/data/perfumes.csv", import.meta.url).pathname;
if (!existsSync(file)) {
  console.log("../shared/data is not here: nothing to change.");
  process.exit(0);
}
const perfumes = readPerfumes(file);
const index = await buildIndex(perfumes);
const random = seeded(7);
const pick = (length: number) => Math.floor(random() * length);
const letter = () => "abcdefghijklmnopqrstuvwxyz"[pick(26)]!;

/** Changes one word of five letters or more; undefined where there is none. */
function changeWord(
  text: string,
  change: (word: string, at: number) => string,
): string | undefined {
  const words = text.split(" ");
  const longWords = words
    .map((word, i) => (/^[a-z]{5,}$/.test(word) ? i : -1))
    .filter((i) => i >= 0);
  if (longWords.length === 0) return undefined;
  const i = longWords[pick(longWords.length)]!;
  const word = words[i]!;
  words[i] = change(word, 1 + pick(word.length - 2));
  return words.join(" ");
}

const kinds: Record<string, (brand: string, name: string) => string | undefined> = {
  "brand, name": (brand, name) => `${brand} ${name}`,
  "name, brand": (brand, name) => `${name} ${brand}`,
  name: (_, name) => name,
  "wrong letter": (brand, name) =>
    changeWord(`${brand} ${name}`, (word, at) => word.slice(0, at) + letter() + word.slice(at + 1)),
  "missing letter": (brand, name) =>
    changeWord(`${brand} ${name}`, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  "extra letter": (brand, name) =>
    changeWord(`${brand} ${name}`, (word, at) => word.slice(0, at) + letter() + word.slice(at)),
  "swapped letters": (brand, name) =>
    changeWord(
      `${brand} ${name}`,
      (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    ),
  "name, wrong letter": (_, name) =>
    changeWord(name, (word, at) => word.slice(0, at) + letter() + word.slice(at + 1)),
  "name, swapped letters": (_, name) =>
    changeWord(
      name,
      (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    ),
  "name joined": (_, name) => name.replaceAll(" ", ""),
  "brand, name joined": (brand, name) => `${brand} ${name.replaceAll(" ", "")}`,
  "brand and name joined": (brand, name) => `${brand} ${name}`.replaceAll(" ", ""),
  "word split": (brand, name) =>
    changeWord(`${brand} ${name}`, (word) => `${word.slice(0, 3)} ${word.slice(3)}`),
  "beginning, 70 %": (brand, name) =>
    `${brand} ${name}`.slice(0, Math.ceil(`${brand} ${name}`.length * 0.7)),
  "name's beginning, 70 %": (_, name) => name.slice(0, Math.max(4, Math.ceil(name.length * 0.7))),
  clone: (brand, name) => `clon de ${name} de ${brand}`,
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
    const isSame = (id: number) =>
      tokensOf(perfumes[id]!.nombre).join("") === tokensOf(perfume.nombre).join("");
    const found = index.search(query, 5);
    const place = found.findIndex(isSame);
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

const keyRows = ["asdfghjkl", "qwertyuiop", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz"];
const randomKeys: Record<string, object> = {};
for (let length = 2; length <= 12; length++) {
  let found = 0;
  const shown: string[] = [];
  for (let i = 0; i < 400; i++) {
    const row = keyRows[i % 4]!;
    const query = Array.from({ length }, () => row[pick(row.length)]).join("");
    const answer = index.search(query, 1)[0];
    if (answer === undefined) continue;
    found++;
    if (shown.length < 5) shown.push(`${query} → ${perfumes[answer]!.nombre}`);
  }
  randomKeys[length] = { "finds something %": found / 4, examples: shown.join(" · ") };
}
console.table(randomKeys);
