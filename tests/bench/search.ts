/** Measures the search: `node tests/bench/search.ts [--million] [--misses]`. Prints tables. */
import { existsSync } from "node:fs";
import { buildIndex } from "../../app/catalog/search/engine.ts";
import { printQuality, readCases } from "./search-quality.ts";
import { readPerfumes } from "./search-tables.ts";
import { synthetic } from "./search-synthetic.ts";
import { timed, timings } from "./search-timing.ts";

const root = new URL("../../", import.meta.url).pathname;
const shared = `${root}../shared/data/`;
const real = existsSync(`${shared}perfumes.csv`);
const perfumesFile = real ? `${shared}perfumes.csv` : `${root}db/starter/perfumes.csv`;
const flags = new Set(process.argv.slice(2));

if (!real)
  console.log(
    "../shared/data is not here: using the starter catalogue and the cases that it can answer.",
  );
if (!existsSync(perfumesFile)) {
  console.log("No starter catalogue either; nothing to measure.");
  process.exit(0);
}

const perfumes = readPerfumes(perfumesFile);
const { result: index, ms, megabytes } = await timed(() => buildIndex(perfumes));
const givenCases = existsSync(`${shared}search_cases.tsv`)
  ? readCases(`${shared}search_cases.tsv`, perfumes)
  : [];
const ownCases = readCases(`${root}tests/bench/search-cases.tsv`, perfumes);

if (givenCases.length)
  printQuality("given cases", givenCases, index, perfumes, flags.has("--misses"));
printQuality(
  "own cases, tuned on (odd lines)",
  ownCases.filter((_, i) => i % 2 === 0),
  index,
  perfumes,
  flags.has("--misses"),
);
printQuality(
  "own cases, held out (even lines)",
  ownCases.filter((_, i) => i % 2 === 1),
  index,
  perfumes,
  flags.has("--held-out"),
);

const queries = [...givenCases, ...ownCases].map(({ query }) => query);
console.log(
  `\n${perfumes.length.toLocaleString("en")} perfumes: built in ${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`,
);
console.table(timings(index, queries, 5));

if (flags.has("--million")) {
  const synthetic1M = await timed(() => buildIndex(synthetic(perfumes, 1_000_000)));
  console.log(
    `\n1,000,000 synthetic perfumes: built in ${synthetic1M.ms.toFixed(0)} ms, ${synthetic1M.megabytes.toFixed(0)} MB`,
  );
  console.table(timings(synthetic1M.result, queries, 2));
}
