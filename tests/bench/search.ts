/** Measures search: `node tests/bench/search.ts [--million] [--misses]`. Prints tables. */
import { existsSync } from "node:fs";
import { createPerfumeSearch } from "../../app/domain/search/perfume-search.ts";
import { buildIndex } from "../../app/domain/search/engine.ts";
import { findAll, importLookalikes } from "./search-lookalikes.ts";
import { type Case, placesOf, printQuality, readCases } from "./search-quality.ts";
import { readPerfumes } from "./search-tables.ts";
import { synthetic } from "./search-synthetic.ts";
import { percentiles, timed, timings } from "./search-timing.ts";

const root = new URL("../../", import.meta.url).pathname;
const shared = `${root}../shared/data/`;
const real = existsSync(`${shared}perfumes.csv`);
const perfumesFile = real
  ? `${shared}perfumes.csv`
  : `${root}app/domain/catalog/starter/perfumes.csv`;
const flags = new Set(process.argv.slice(2));

if (!real)
  console.log(
    "../shared/data is not here: using the starter catalogue and the cases that it can answer.",
  );
if (!existsSync(perfumesFile)) {
  console.log("The starter catalogue is missing, too: nothing to measure.");
  process.exit(0);
}

const perfumes = readPerfumes(perfumesFile);
const { result: index, ms, megabytes } = await timed(() => buildIndex(perfumes));
const givenCases = existsSync(`${shared}search_cases.tsv`)
  ? readCases(`${shared}search_cases.tsv`, perfumes)
  : [];
const ownCases = readCases(`${root}tests/bench/search-cases.tsv`, perfumes);

const odd = <T>(list: T[]) => list.filter((_, i) => i % 2 === 0);
const even = <T>(list: T[]) => list.filter((_, i) => i % 2 === 1);
const show = { misses: flags.has("--misses"), heldOut: flags.has("--held-out") };
const placed = (cases: Case[]) => placesOf(cases, index, perfumes);

if (givenCases.length) printQuality("given cases", placed(givenCases), show.misses);
printQuality("own cases, tuned on (odd lines)", placed(odd(ownCases)), show.misses);
printQuality("own cases, held out (even lines)", placed(even(ownCases)), show.heldOut);

const queries = [...givenCases, ...ownCases].map(({ query }) => query);
console.log(
  `\n${perfumes.length.toLocaleString("en")} perfumes: built in ${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`,
);
console.table(timings(index, queries, 5));

if (real) {
  for (const codesAreNames of [false, true]) {
    const { db, pairs, codes } = await importLookalikes(shared, codesAreNames);
    const search = createPerfumeSearch(db);
    const { ms: warm } = await timed(() => search.warm());
    const names = codesAreNames ? "named by their codes" : "with codes as aliases";
    const title = `60,000 bottles with look-alikes, ${names}`;
    const times: number[] = [];
    const tuned = await findAll(search, [...odd(pairs), ...odd(codes)].flat(), times);
    const heldOut = await findAll(search, [...even(pairs), ...even(codes)].flat(), times);
    printQuality(`${title}: tuned on (odd lines)`, tuned, show.misses);
    printQuality(`${title}: held out (even lines)`, heldOut, show.heldOut);
    console.log(`Index built in ${warm.toFixed(0)} ms. A search, with what its results are like:`);
    console.table(percentiles(times));
    await db.destroy();
  }
}

if (flags.has("--million")) {
  const synthetic1M = await timed(() => buildIndex(synthetic(perfumes, 1_000_000)));
  console.log(
    `\n1,000,000 synthetic perfumes: built in ${synthetic1M.ms.toFixed(0)} ms, ${synthetic1M.megabytes.toFixed(0)} MB`,
  );
  console.table(timings(synthetic1M.result, queries, 2));
}
