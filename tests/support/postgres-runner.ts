import { readFileSync } from "node:fs";
import { type RunnerTask, type RunnerTestSuite, TestRunner } from "vitest";
import { testId } from "./postgres-statements.ts";

type OnCollected = (files: RunnerTestSuite[]) => unknown;

const leftOut = new Set(readFileSync("tests/support/left-out-on-postgres.txt", "utf8").split("\n"));

/** Leaves out the tests that only repeat on PostgreSQL what others send there (choose-postgres-tests.ts). New ones run. */
export default class PostgresRunner extends TestRunner {
  #report: OnCollected | undefined;

  // Vitest puts its own reporting in this property, and that must not see what is left out.
  get onCollected(): OnCollected | undefined {
    const report = this.#report;
    return (
      report &&
      ((files) => {
        files.forEach(withoutRepeats);
        this.config.passWithNoTests = true;
        return report(files);
      })
    );
  }
  set onCollected(report: OnCollected | undefined) {
    this.#report = report;
  }
}

function withoutRepeats(suite: RunnerTestSuite): void {
  suite.tasks = suite.tasks.filter((task: RunnerTask) => {
    if (task.type === "test") return !leftOut.has(testId(task));
    withoutRepeats(task);
    return task.tasks.length > 0;
  });
  // Its hooks would run for nothing.
  if (suite.tasks.length === 0) suite.mode = "skip";
}
