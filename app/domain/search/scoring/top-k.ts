/** The k items with the highest scores, without duplicates; ties by number. */
export class TopK {
  readonly items: number[] = [];
  readonly #scores: number[] = [];
  readonly #k: number;

  constructor(k: number) {
    this.#k = k;
  }

  get minScore(): number {
    return this.items.length < this.#k ? -Infinity : this.#scores[this.#k - 1]!;
  }

  offer(item: number, score: number): void {
    if (score < this.minScore) return;
    const present = this.items.indexOf(item);
    if (present >= 0) {
      if (this.#scores[present]! >= score) return;
      this.items.splice(present, 1);
      this.#scores.splice(present, 1);
    }
    let at = this.items.length;
    while (at > 0 && this.#isBefore(item, score, at - 1)) at--;
    this.items.splice(at, 0, item);
    this.#scores.splice(at, 0, score);
    if (this.items.length > this.#k) {
      this.items.pop();
      this.#scores.pop();
    }
  }

  #isBefore(item: number, score: number, place: number): boolean {
    const other = this.#scores[place]!;
    return score > other || (score === other && item < this.items[place]!);
  }
}
