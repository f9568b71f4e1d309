const size = 1000;

/** Splits rows into lists of 1,000. @param write called with each list in turn */
export async function inBatches<Row>(
  rows: Iterable<Row>,
  write: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  let batch: Row[] = [];
  for (const row of rows) {
    if (batch.push(row) < size) continue;
    await write(batch);
    batch = [];
  }
  if (batch.length > 0) await write(batch);
}
