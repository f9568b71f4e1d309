import { writeSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const outcome = { passed: "passed", failed: "FAILED", skipped: "skipped", pending: "pending" };

/** Prints failures, and at the end a table of all faults: outcome, seconds, the test's name, and its figures. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.flatMap((module) => module.errors());
    for (const error of broken) print(error.stack ?? error.message);
    for (const test of tests)
      for (const error of test.result().errors ?? []) print(`${test.fullName}\n${error.stack}\n`);
    for (const test of tests) print(row(test));
    const failed = tests.filter((test) => !test.ok()).length + broken.length;
    print(`${tests.length} faults, ${failed} failed`);
  }
}

function row(test: TestCase): string {
  const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(1);
  const figures = test.annotations().map(({ message }) => `\n                   ${message}`);
  return `${outcome[test.result().state].padEnd(8)} ${seconds.padStart(6)} s  ${test.fullName}${figures.join("")}`;
}

const print = (line: string) => writeSync(process.stdout.fd, `${line}\n`);
