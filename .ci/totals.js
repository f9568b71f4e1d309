// Prints the names of failed tests, then the totals of all test runners; a runner that left no report counts as one failure.
import { readFileSync } from "node:fs";

const nothingRead = { passed: 0, failed: 1, skipped: 0, names: [] };

function report(file, counts) {
  try {
    const text = readFileSync(new URL(`../test-results/${file}`, import.meta.url), "utf8");
    return counts(JSON.parse(text));
  } catch (error) {
    return { ...nothingRead, names: [`${file} cannot be read: ${error.message}`] };
  }
}

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];

const ofVitest = (r) => ({
  passed: r.numPassedTests,
  failed: r.numFailedTests + (r.success || r.numFailedTests ? 0 : 1),
  skipped: r.numPendingTests + r.numTodoTests,
  names: r.testResults.flatMap(({ name, status, message, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${name} › ${test.fullName}\n  ${test.failureMessages[0]?.slice(0, 600)}`)
      .concat(status === "failed" && message ? [`${name}\n  ${message.slice(0, 600)}`] : []),
  ),
});

const totals = [
  report("vitest.json", ofVitest),
  report("faults.json", ofVitest),
  report("journeys.json", ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    names: suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, title }) => `${file} › ${title}`),
  })),
];
for (const name of totals.flatMap(({ names }) => names)) console.log(`FAILED ${name}`);
const sum = (key) => totals.reduce((all, one) => all + one[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
