export const batchSize = 500;

/** Rows in batches, as they come. */
export async function* batchesOf<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  size = batchSize,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Parts of a list, in order; by default as many items as a statement may have parameters. */
export function* chunks<Item>(list: Iterable<Item>, size = batchSize): Generator<Item[]> {
  const all = [...list];
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
