import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, expect, type RunnerTask } from "vitest";

const folder = "test-results/statements";

const digest = (text: string) => createHash("sha1").update(text).digest("base64url").slice(0, 12);

/** @param task with its file @returns a short name that no other test has */
export const testId = (task: RunnerTask): string =>
  digest(`${relative(process.cwd(), task.file.filepath)} ${task.suite?.name ?? ""} ${task.name}`);

/** Lists of values differ in length with a test's data; what counts is the shape of the statement. */
const shapeOf = (text: string) =>
  text
    .replaceAll(/\$\d+/gu, "?")
    .replaceAll(/'(?:[^']|'')*'/gu, "'…'")
    .replaceAll(/\b\d+\b/gu, "0")
    .replaceAll(/\?(?:, \?)+/gu, "?")
    .replaceAll(/\(\?\)(?:, \(\?\))+/gu, "(?)")
    .replaceAll(/\s+/gu, " ");

const sent = new Set<string>();

/** Writes which statements each test of this file sends, and how long it takes. */
export function recordStatements(): void {
  const query = Client.prototype.query;
  if (!("isRecorded" in query)) {
    const recorded = function (this: Client, ...asked: unknown[]) {
      const [first] = asked;
      const text = typeof first === "string" ? first : (first as { text?: string } | null)?.text;
      if (text) sent.add(digest(shapeOf(text)));
      return Reflect.apply(query, this, asked);
    };
    Client.prototype.query = Object.assign(recorded, { isRecorded: true }) as typeof query;
  }
  const tests: Recorded[] = [];
  let last = performance.now();
  afterEach(({ task }) => {
    const { name } = task;
    const ms = performance.now() - last;
    tests.push({ id: testId(task), name, ms, statements: [...sent] });
    sent.clear();
    last = performance.now();
  });
  afterAll(() => {
    mkdirSync(folder, { recursive: true });
    const path = relative(process.cwd(), expect.getState().testPath!);
    writeFileSync(`${folder}/${path.replaceAll("/", "+")}.json`, JSON.stringify(tests));
    sent.clear();
  });
}

export interface Recorded {
  id: string;
  name: string;
  ms: number;
  statements: string[];
}
