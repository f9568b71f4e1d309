/** The terms met while the index is built, numbered in the order in which they came. */
export class Vocabulary {
  #numbers = new Map<string, number>();
  readonly texts: string[] = [];

  /** The number of a term; a term that is new gets the next one. */
  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
