// Prints the totals of all test runners; a runner that left no report counts as one failure.
import { readFileSync } from "node:fs";

function report(file, counts) {
  try {
    return counts(
      JSON.parse(readFileSync(new URL(`../test-results/${file}`, import.meta.url), "utf8")),
    );
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const totals = [
  report("vitest.json", (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests + (r.success || r.numFailedTests ? 0 : 1),
    skipped: r.numPendingTests + r.numTodoTests,
  })),
  report("journeys.json", ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  })),
];
const sum = (key) => totals.reduce((all, one) => all + one[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
