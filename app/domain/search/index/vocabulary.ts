export class Vocabulary {
  #numbers = new Map<string, number>();
  readonly texts: string[] = [];

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
