import type { YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";

/** @returns positions in `texts`. Sorts in pieces by the first two letters, because sorting a million at once blocks for seconds. */
export async function sortTerms(
  texts: string[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  const groups = new Map<string, number[]>();
  for (let i = 0; i < texts.length; i++) {
    const prefix = texts[i]!.slice(0, 2);
    const group = groups.get(prefix);
    if (group) group.push(i);
    else groups.set(prefix, [i]);
  }
  const order = new Uint32Array(texts.length);
  let at = 0;
  for (const prefix of [...groups.keys()].sort()) {
    const group = groups.get(prefix)!;
    group.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
    for (const i of group) order[at++] = i;
    await yieldToEventLoop();
  }
  return order;
}
