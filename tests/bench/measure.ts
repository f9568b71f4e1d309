import autocannon from "autocannon";

type Load = Awaited<ReturnType<typeof load>>;

/** Alternates five rounds of each load, because a machine's speed varies. @returns each load's round with the median rate */
export async function alternate<T extends (() => Promise<Load>)[]>(
  ...loads: T
): Promise<{ [K in keyof T]: Load }> {
  const rounds: Load[][] = loads.map(() => []);
  for (let round = 0; round < 5; round++)
    for (const [i, load] of loads.entries()) rounds[i]!.push(await load());
  const middle = (all: Load[]) => all.toSorted((a, b) => a.rate - b.rate)[all.length >> 1]!;
  return rounds.map(middle) as { [K in keyof T]: Load };
}

/** Requests one address on 20 connections, for some seconds or `amount` times. @returns 99th percentile in ms */
export async function load(
  url: string,
  headers: Record<string, string>,
  seconds = 5,
  amount?: number,
) {
  const result = await autocannon({
    url,
    headers,
    connections: 20,
    // The site ends a connection after 100 requests, which autocannon does not notice by itself.
    reconnectRate: 99,
    ...(amount ? { amount } : { duration: seconds }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return {
    rate: Math.round(result.requests.average),
    p99: result.latency.p99,
  };
}

/** Requests each address once, in sequence. @returns ms to the first byte of each */
export async function timeEach(urls: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const url of urls) {
    const start = performance.now();
    const answer = await fetch(url, { headers: { "Accept-Encoding": "br" } });
    times.push(performance.now() - start);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  }
  return times;
}

/** @returns the p-th percentile, rounded to hundredths */
export function percentile(times: number[], p: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return (
    Math.round(100 * sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))]!) /
    100
  );
}
