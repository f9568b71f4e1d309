/** List `i` is `items` from `starts[i]` up to, not including, `starts[i + 1]`. */
export type PackedLists = { starts: Uint32Array; items: Uint32Array };

export function packLists(lists: number[][]): PackedLists {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  return { starts, items: Uint32Array.from(lists.flat()) };
}

export function groupByKey(keyCount: number, keys: Uint32Array, items: Uint32Array): PackedLists {
  const starts = new Uint32Array(keyCount + 1);
  for (const key of keys) starts[key + 1]!++;
  for (let key = 0; key < keyCount; key++) starts[key + 1]! += starts[key]!;
  const next = starts.slice(0, keyCount);
  const grouped = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) grouped[next[keys[i]!]!++] = items[i]!;
  return { starts, items: grouped };
}

const initialCapacity = 1024;

/** Takes half the memory of a plain array with millions of items. */
export class GrowableUint32Array {
  #values = new Uint32Array(initialCapacity);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  view(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }

  toTypedArray(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}
