import type { InvertedIndex } from "../index/inverted-index.ts";
import { askedNotes } from "../query/asked-notes.ts";

export interface NoteHit {
  id: number;
  isNear: boolean;
  /** the bottle's own that were asked for, as the catalogue writes them */
  notes: string[];
}

/** Bottles with the most of the notes that a query asks for first, then the best known. */
export function bottlesWithNotes(index: InvertedIndex, text: string, limit: number): NoteHit[] {
  const asked = askedNotes(index.notes, text);
  if (asked.length === 0) return [];
  const { texts, ofPerfume } = index.notes;
  const bits = new Uint32Array(texts.length);
  asked.forEach((notes, bit) => notes.forEach((note) => (bits[note]! |= 1 << bit)));
  const byCount: number[][] = asked.map(() => []);
  for (let perfume = 0; perfume < index.size; perfume++) {
    let has = 0;
    for (let at = ofPerfume.starts[perfume]!; at < ofPerfume.starts[perfume + 1]!; at++)
      has |= bits[ofPerfume.items[at]!]!;
    const same = has === 0 ? undefined : byCount[asked.length - countOf(has)]!;
    if (same && same.length < limit) same.push(perfume);
  }
  return byCount
    .flatMap((perfumes, missing) =>
      perfumes.map((perfume) => {
        const { starts, items } = ofPerfume;
        const own = [...items.subarray(starts[perfume], starts[perfume + 1])];
        const notes = own.filter((note) => bits[note]).map((note) => texts[note]!);
        return { id: index.ids[perfume]!, isNear: missing > 0, notes };
      }),
    )
    .slice(0, limit);
}

function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
