// After `npm run test:record`: chooses the tests that `npm run verify` runs on PostgreSQL, too. Races, constraints and
// orders, which the two databases treat differently, and of the rest a few that together send every statement.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Recorded } from "./postgres-statements.ts";

const folder = "test-results/statements";
const always =
  /\b(?:rac(?:e|es|ing)|concurrent|concurrently|burst|same moment|same time|at once|exactly once|hundred|while|during|order|first|unique|twice)\b/u;

const tests = readdirSync(folder).flatMap(
  (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as Recorded[],
);
const chosen = new Set(tests.filter(({ name }) => always.test(name)));
const sent = (of: Iterable<Recorded>) => new Set([...of].flatMap(({ statements }) => statements));
const left = sent(tests);
for (const one of sent(chosen)) left.delete(one);

const worth = ({ statements, ms }: Recorded) =>
  statements.filter((one) => left.has(one)).length / (ms + 50);
while (left.size > 0) {
  const best = tests.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  chosen.add(best);
  for (const one of best.statements) left.delete(one);
}

const others = tests.filter((one) => !chosen.has(one)).map(({ id }) => id);
writeFileSync("tests/support/left-out-on-postgres.txt", `${others.sort().join("\n")}\n`);
const time = (of: Iterable<Recorded>) =>
  Math.round([...of].reduce((total, { ms }) => total + ms, 0) / 1000);
console.log(`${chosen.size} of ${tests.length} tests, ${time(chosen)} of ${time(tests)} s`);
