/** Parts of a list, in order; by default as many items as a statement may have parameters. */
export function* chunks<Item>(list: Iterable<Item>, size = 500): Generator<Item[]> {
  const all = [...list];
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
