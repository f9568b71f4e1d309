import type { wordsOf } from "../../db/triggers.ts";

export type Words = ReturnType<typeof wordsOf>;

export const changed = (columns: string[], { isNot }: Words) =>
  `(${columns.map((name) => `old.${name}`).join()}) ${isNot} (${columns.map((name) => `new.${name}`).join()})`;
