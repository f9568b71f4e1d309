/** A growing column of whole numbers from 0 to 2³²−1, four bytes each. */
export class Column {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length++] = value;
  }

  /** The numbers pushed so far; a view, good until the next push. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }

  /** A copy that takes no more room than it needs. */
  trimmed(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}

/** Lists of numbers, one after another: list `i` is `items` from `starts[i]` up to `starts[i + 1]`. */
export type Lists = { starts: Uint32Array; items: Uint32Array };

/**
 * Files items under keys, keeping the order of items within a key.
 * @param count how many keys there are; `keys[i]` is the key of `items[i]`.
 */
export function fileUnder(count: number, keys: Uint32Array, items: Uint32Array): Lists {
  const starts = new Uint32Array(count + 1);
  for (const key of keys) starts[key + 1]!++;
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  const next = starts.slice(0, count);
  const filed = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) filed[next[keys[i]!]!++] = items[i]!;
  return { starts, items: filed };
}
