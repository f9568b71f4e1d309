/** Fewer than the values that a statement may have. */
export function* chunks<T>(list: T[], size = 500): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
