import { Best } from "./best.ts";
import { buildCatalogue } from "./build.ts";
import { Candidates } from "./candidates.ts";
import { Hits, longestStretch } from "./hits.ts";
import { readWords } from "./query.ts";
import { Examiner } from "./rank.ts";
import { readInto } from "./readings.ts";
import { cutApart } from "./segments.ts";
import { weighIn } from "./weights.ts";
import type { Entry } from "./intake.ts";

export type { Entry } from "./intake.ts";

export interface SearchIndex {
  /** how many perfumes it knows */
  readonly size: number;
  /** Ids of the perfumes that a person most likely means, best first; empty when nothing comes near. Any text is fine. */
  search(query: string, limit?: number): number[];
}

/** Builds the index in memory. Yields to the event loop every few milliseconds, so that a server goes on answering. */
export async function buildIndex(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): Promise<SearchIndex> {
  const catalogue = await buildCatalogue(entries);
  const hits = new Hits(catalogue.terms.texts.length, catalogue.perfumesOf.starts.length - 1);
  const candidates = new Candidates(catalogue);
  const examiner = new Examiner(catalogue, hits);

  function ask(words: string[], open: boolean, found: Best, factor: number) {
    hits.clear();
    examiner.clear();
    readInto(hits, catalogue, words, open);
    const query = weighIn(catalogue, hits, words);
    candidates.gather(
      hits,
      (stretch) => stretch % longestStretch > 0 || query.missed[stretch >> 2]! > 0.1,
    );
    for (let i = 0; i < candidates.length; i++) {
      const perfume = candidates.list[i]!;
      examiner.examine(perfume, query);
      const { score, trust, whole } = examiner.mark;
      if (trust * factor < 0.8 - 0.22 * catalogue.fame[perfume]! - (whole ? 0.25 : 0)) continue;
      if (score * factor >= found.bar) found.offer(perfume, score * factor);
    }
  }

  return {
    size: catalogue.size,
    search(text, limit = 10) {
      const words = readWords(text);
      if (words.length === 0 || limit < 1) return [];
      const found = new Best(limit);
      const open = /[\p{L}\p{N}]$/u.test(text);
      ask(words, open, found, 1);
      const cut = words.flatMap((word) => cutApart(catalogue, word) ?? word);
      if (cut.length > words.length) ask(cut.slice(0, 10), open, found, 0.96);
      return found.items.map((perfume) => catalogue.ids[perfume]!);
    },
  };
}
