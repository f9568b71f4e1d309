import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

export const everyStep = process.env.FAULTS === "all";

/** Ends the process, like `kill -9`, before the KILL_AT-th of these calls; one that ends by itself says how many there were. */
const preload = (calls: string[], streams: string[]) =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  let count = 0;
  const kill = (owner, name) => {
    const original = owner[name];
    owner[name] = (...words) => {
      if (count++ === Number(process.env.KILL_AT)) process.kill(process.pid, "SIGKILL");
      return original.apply(owner, words);
    };
  };
  for (const name of ${JSON.stringify(calls)}) kill(fs.promises, name);
  for (const name of ${JSON.stringify(streams)}) kill(fs, name);
  syncBuiltinESMExports();
  process.on("exit", () => fs.writeFileSync(process.env.COUNT_IN, String(count)));
`)}`;

type Environment = Record<string, string>;

/** Runs a command whole, then killed before its file-system calls, some of which are chosen by chance. */
export async function killedAtSteps(
  { calls, streams = [], fewest }: { calls: string[]; streams?: string[]; fewest: number },
  run: (environment: Environment, killed: boolean) => Promise<void>,
): Promise<void> {
  const COUNT_IN = join(mkdtempSync(join(tmpdir(), "sosia-kills-")), "count");
  const at = (step: number) => ({
    NODE_OPTIONS: `--import=${preload(calls, streams)}`,
    KILL_AT: String(step),
    COUNT_IN,
  });
  await run(at(-1), false);
  const count = Number(readFileSync(COUNT_IN, "utf8"));
  expect(count).toBeGreaterThanOrEqual(fewest);
  for (const step of chosenOf(count)) await run(at(step), true);
}

/** KILL_STEPS="3 7" repeats a run. */
function chosenOf(count: number): number[] {
  const all = Array.from({ length: count }, (_, step) => step);
  if (everyStep) return all;
  const given = process.env.KILL_STEPS?.split(" ").map(Number);
  const half = count / 2;
  const chosen = given ?? [0, half].map((from) => Math.floor(from + Math.random() * half));
  console.info(`Killed at KILL_STEPS="${chosen.join(" ")}" of ${count}.`);
  return chosen;
}
