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
