/** In display order (RULES.md 7.1). */
export const lists = ["want", "have", "had"] as const;
export type List = (typeof lists)[number];

export function isList(value: unknown): value is List {
  return lists.some((list) => list === value);
}
