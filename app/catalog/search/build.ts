import { nameHouses } from "./aliases.ts";
import { breather } from "./breathing.ts";
import { gluedNeighbours, gluedWhole, initialsOfName } from "./cells.ts";
import { Column, fileUnder } from "./columns.ts";
import { packCell, cellTerm } from "./catalogue.ts";
import { byFame, fameOf } from "./fame.ts";
import { takeIn } from "./intake.ts";
import { alphabetical, describeTerms } from "./terms.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Entry, Intake } from "./intake.ts";
import type { Lists } from "./columns.ts";

type Breath = () => Promise<void> | undefined;

/** The first so many perfumes are also known by initials and by the whole name glued. */
const wellKnown = 60_000;

/** Entries in, all that a search reads out. Gives way to other work every few milliseconds. */
export async function buildCatalogue(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): Promise<Catalogue> {
  const breath = breather();
  const intake = await takeIn(entries, breath);
  await breath();
  const rawFame = fameOf(intake);
  await breath();
  const order = byFame(rawFame);
  const { names, nameLength } = await cutIntoCells(intake, order, breath);
  const houseWords = intake.houses.map(({ words }) => wordsAndGlue(intake, words));

  const texts = intake.lexicon.texts;
  const inOrder = await alphabetical(texts, breath);
  const renamed = new Uint32Array(texts.length);
  for (let place = 0; place < inOrder.length; place++) renamed[inOrder[place]!] = place;
  const spoken = new Uint8Array(texts.length);
  for (const word of intake.words) spoken[renamed[word]!] = 1;
  for (const { words } of intake.houses) for (const word of words) spoken[renamed[word]!] = 1;
  for (let i = 0; i < names.items.length; i++) {
    const cell = names.items[i]!;
    names.items[i] = ((renamed[cellTerm(cell)]! << 9) | (cell & 511)) >>> 0;
  }
  await breath();

  const houseTerms = listsOf(houseWords.map((words) => words.map((word) => renamed[word]!)));
  const houseOf = order.map((entry) => intake.houseOf[entry]!);
  const namedBy = await invert(names, texts.length, breath);
  const housesBy = invertPlain(houseTerms, texts.length);
  const perfumesOf = fileUnder(
    intake.houses.length,
    houseOf,
    houseOf.map((_, perfume) => perfume),
  );
  const frequency = countUse(namedBy, housesBy, intake);
  const { aliases, initials } = nameHouses(intake.houses, texts);
  const sorted = Array.from(inOrder, (place) => texts[place]!);
  const terms = await describeTerms(sorted, frequency, spoken, order.length, breath);
  return {
    size: order.length,
    ids: Float64Array.from(order, (entry) => intake.ids[entry]!),
    fame: Float32Array.from(order, (entry) => rawFame[entry]!),
    houseOf,
    names,
    nameLength,
    namedBy,
    houseTerms,
    housesBy,
    perfumesOf,
    aliases,
    initials,
    terms,
  };
}

async function cutIntoCells(intake: Intake, order: Uint32Array, breath: Breath) {
  const { lexicon, houses, houseOf, starts, words } = intake;
  const cells = new Column();
  const cellStarts = new Column();
  const nameLength = new Uint8Array(order.length);
  for (let perfume = 0; perfume < order.length; perfume++) {
    const entry = order[perfume]!;
    const name = Array.from(words.subarray(starts[entry], starts[entry + 1]));
    const texts = name.map((word) => lexicon.texts[word]!);
    const own = name.map((word) => houses[houseOf[entry]!]!.words.includes(word));
    cellStarts.push(cells.length);
    nameLength[perfume] = name.length;
    name.forEach((word, first) => cells.push(packCell(word, first, 1, own[first]!)));
    const parts =
      perfume < wellKnown
        ? [...gluedNeighbours(texts), ...gluedWhole(texts), ...initialsOfName(texts, own)]
        : [];
    for (const part of parts)
      cells.push(packCell(lexicon.numberOf(part.text), part.first, part.words, false));
    const pause = breath();
    if (pause) await pause;
  }
  cellStarts.push(cells.length);
  return { names: { starts: cellStarts.trimmed(), items: cells.trimmed() }, nameLength };
}

function wordsAndGlue({ lexicon }: Intake, words: number[]): number[] {
  const texts = words.map((word) => lexicon.texts[word]!);
  const glued = gluedNeighbours(texts).map((part) => part.text);
  if (texts.length > 1) glued.push(texts.join(""));
  return [...words, ...glued.map((text) => lexicon.numberOf(text))];
}

function listsOf(lists: number[][]): Lists {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  return { starts, items: Uint32Array.from(lists.flat()) };
}

async function invert(names: Lists, count: number, breath: Breath): Promise<Lists> {
  const last = new Int32Array(count).fill(-1);
  const keys = new Column();
  const perfumes = new Column();
  for (let perfume = 0; perfume + 1 < names.starts.length; perfume++) {
    for (let at = names.starts[perfume]!; at < names.starts[perfume + 1]!; at++) {
      const term = cellTerm(names.items[at]!);
      if (last[term] === perfume) continue;
      last[term] = perfume;
      keys.push(term);
      perfumes.push(perfume);
    }
    if ((perfume & 1023) === 0) await breath();
  }
  return fileUnder(count, keys.view(), perfumes.view());
}

function invertPlain(lists: Lists, count: number): Lists {
  const owners = new Uint32Array(lists.items.length);
  for (let owner = 0; owner + 1 < lists.starts.length; owner++) {
    owners.fill(owner, lists.starts[owner], lists.starts[owner + 1]);
  }
  return fileUnder(count, lists.items, owners);
}

function countUse(namedBy: Lists, housesBy: Lists, { houses }: Intake): Uint32Array {
  const count = namedBy.starts.length - 1;
  const use = new Uint32Array(count);
  for (let term = 0; term < count; term++) {
    use[term] = namedBy.starts[term + 1]! - namedBy.starts[term]!;
    for (let at = housesBy.starts[term]!; at < housesBy.starts[term + 1]!; at++) {
      use[term]! += houses[housesBy.items[at]!]!.perfumes;
    }
  }
  return use;
}
