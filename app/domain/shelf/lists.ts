/** The lists of a shelf, in the order in which it shows them (RULES.md 20.1). */
export const lists = ["want", "have", "had"] as const;
export type List = (typeof lists)[number];

/** @returns whether an untrusted value names a list */
export function isList(value: unknown): value is List {
  return lists.some((list) => list === value);
}
