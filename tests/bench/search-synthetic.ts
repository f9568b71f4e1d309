import type { Entry } from "../../app/domain/search/engine.ts";

/** Reproducible random numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The real perfumes, then up to `count` in total with names combined from their words, few of them popular. */
export function* synthetic(perfumes: Entry[], count: number): Generator<Entry> {
  const random = seeded(46_019);
  const anyOf = <T>(list: T[]) => list[Math.floor(random() * list.length)]!;
  const words = perfumes.flatMap(({ nombre }) => nombre.split(/\s+/));
  yield* perfumes;
  for (let id = perfumes.length; id < count; id++) {
    const length = 1 + Math.floor(random() * 5);
    const nombre = Array.from({ length }, () => anyOf(words)).join(" ");
    const marca =
      random() < 0.3 ? `${anyOf(perfumes).marca} ${anyOf(words)}` : anyOf(perfumes).marca;
    yield { id, marca, nombre, popularidad: Math.floor(20_000 * random() ** 12) };
  }
}
