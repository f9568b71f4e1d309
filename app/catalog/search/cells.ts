import { longestName } from "./catalogue.ts";
import { initialsSign } from "./terms.ts";
import { roleOf, wordRole } from "./text/word-roles.ts";

/** Part of a name that a person may type as one word; `words` is 0 when it reaches to the end of the name. */
export type Part = { text: string; first: number; words: number };

/** Neighbours of which one is very short: l'interdit, j'adore, and words torn by a lost accent ("est e"). */
export function gluedNeighbours(words: string[]): Part[] {
  const parts: Part[] = [];
  for (let first = 0; first + 1 < words.length; first++) {
    const left = words[first]!;
    const right = words[first + 1]!;
    const numbers = /^\d+$/.test(left) && /^\d+$/.test(right);
    const short = left.length < 3 || right.length < 3;
    const bothLink =
      left.length > 1 &&
      right.length > 1 &&
      roleOf(left) === wordRole.function &&
      roleOf(right) === wordRole.function;
    const letters =
      short && !bothLink && left.length + right.length > 3 && /^[a-z]+$/.test(left + right);
    if (letters || numbers) {
      parts.push({ text: left + right, first, words: 2 });
    }
  }
  return parts;
}

/** The name glued into one word, whole and without its strength, year or "for men". */
export function gluedWhole(words: string[]): Part[] {
  if (words.length < 2) return [];
  const parts = [{ text: words.join(""), first: 0, words: 0 }];
  const core = coreLength(words);
  if (core > 1 && core < words.length)
    parts.push({ text: words.slice(0, core).join(""), first: 0, words: core });
  return parts;
}

/**
 * Initials that people use: br540, bdc, lvieb. Of all words, of the core, of what follows the house's own name, each also
 * without single letters (l', d').
 * @param own for each word, whether it is part of the house's name
 */
export function initialsOfName(words: string[], own: boolean[]): Part[] {
  const parts = new Map<string, Part>();
  const core = coreLength(words);
  const begin = own.lastIndexOf(true, Math.max(0, words.length - 3)) + 1;
  for (const first of new Set([0, begin])) {
    for (const end of new Set([words.length, core])) {
      if (end - first < 2 || end - first > 9) continue;
      const span = end === words.length ? 0 : end - first;
      const letters = words.slice(first, end);
      add(parts, letters, first, span);
      add(
        parts,
        letters.filter((word) => word.length > 1 || /\d/.test(word)),
        first,
        span,
      );
    }
  }
  return [...parts.values()];
}

function add(parts: Map<string, Part>, words: string[], first: number, span: number) {
  if (words.length < 2) return;
  const text =
    initialsSign +
    words.map((word) => (/^\d/.test(word) || /^ed[ptc]$/.test(word) ? word : word[0])).join("");
  if (!parts.has(text)) parts.set(text, { text, first, words: span });
}

function coreLength(words: string[]): number {
  let core = Math.min(words.length, longestName);
  while (core > 1) {
    const last = roleOf(words[core - 1]!);
    if (
      last !== wordRole.concentration &&
      last !== wordRole.year &&
      last !== wordRole.gender &&
      last !== wordRole.function
    )
      break;
    core--;
  }
  return core;
}
