/** The few best of many, best first; equals in the order of their numbers. */
export class Best {
  readonly items: number[] = [];
  readonly scores: number[] = [];
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** What a score must exceed to matter. */
  get bar(): number {
    return this.items.length < this.#room ? -Infinity : this.scores[this.#room - 1]!;
  }

  /** Adds an item, or raises its score where it is in already. */
  offer(item: number, score: number): void {
    const there = this.items.indexOf(item);
    if (there >= 0) {
      if (this.scores[there]! >= score) return;
      this.items.splice(there, 1);
      this.scores.splice(there, 1);
    } else if (score < this.bar) return;
    let at = this.items.length;
    while (
      at > 0 &&
      (this.scores[at - 1]! < score ||
        (this.scores[at - 1] === score && this.items[at - 1]! > item))
    )
      at--;
    this.items.splice(at, 0, item);
    this.scores.splice(at, 0, score);
    if (this.items.length > this.#room) {
      this.items.pop();
      this.scores.pop();
    }
  }
}
