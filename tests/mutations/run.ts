// npm run mutations [-- RULE …]: breaks rules of app/RULES.md on purpose, one at a time, and tells which test notices.
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutation, mutations } from "./mutations.ts";

/** Of all; fewer fail the run. */
const fewestCaught = 50;
/** Two run side by side, each in a copy of its own. */
const copies = 2;

const project = join(import.meta.dirname, "../..");
const rules = process.argv.slice(2);
const chosen = mutations.filter(({ rule }) => rules.length === 0 || rules.includes(rule));
/** Copies, so that the tree never changes, however the run ends. */
const folder = mkdtempSync(join(tmpdir(), "sosia-mutations-"));

/** Running programs with their processes. */
const groups = new Set<number>();

/** Runs a program of node_modules/.bin in a copy. @returns whether it exited with 0, and what it printed */
async function run(
  copy: string,
  program: string,
  args: string[],
): Promise<{ succeeded: boolean; said: string }> {
  const path = `${join(copy, "node_modules/.bin")}:${process.env.PATH}`;
  const child = spawn(program, args, {
    cwd: copy,
    // A group of its own, which ends as a whole.
    detached: true,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  groups.add(child.pid!);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (said += part));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  groups.delete(child.pid!);
  return { succeeded: code === 0, said };
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** @returns the failed tests; one that cannot be loaded is none */
async function failedTests(
  copy: string,
  files: string[],
): Promise<{ failed: string[]; said: string }> {
  if (files.some((file) => file.startsWith("tests/pages/"))) {
    const { succeeded, said } = await run(copy, "react-router", ["build"]);
    if (!succeeded) return { failed: [], said };
  }
  const output = join(copy, "test-results/mutation.json");
  rmSync(output, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const options = ["run", "--bail", "1", "--project", "!*PostgreSQL"];
  const { said } = await run(copy, "vitest", [...options, ...reporters, ...files]);
  if (!existsSync(output)) return { failed: [], said };
  const { testResults } = JSON.parse(readFileSync(output, "utf8")) as Report;
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${name.slice(copy.length + 1)}: ${fullName}`),
  );
  return { failed, said };
}

function checkText({ rule, file, find, put }: Mutation): string[] {
  const found = readFileSync(join(project, file), "utf8").split(find).length - 1;
  const isKnown = readFileSync(join(project, "app/RULES.md"), "utf8").includes(`**${rule} `);
  return [
    ...(found === 1 ? [] : [`${rule}: ${file} has ${found} times, not once: ${find}`]),
    ...(put === find ? [`${rule}: nothing changes in ${file}`] : []),
    ...(isKnown ? [] : [`${rule}: not a rule of app/RULES.md`]),
  ];
}

function copyProject(copy: string) {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { cwd: project, encoding: "utf8" }).split("\0");
  for (const file of files)
    if (file !== "" && existsSync(join(project, file)))
      cpSync(join(project, file), join(copy, file));
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
}

/** @returns the test that notices, or null */
async function caughtBy(
  copy: string,
  { file, find, put, tests }: Mutation,
): Promise<string | null> {
  const source = readFileSync(join(copy, file), "utf8");
  writeFileSync(
    join(copy, file),
    source.replace(find, () => put),
  );
  const { failed, said } = await failedTests(copy, tests);
  writeFileSync(join(copy, file), source);
  if (failed.length === 0) console.log(said.split("\n").slice(-30).join("\n"));
  return failed[0] ?? null;
}

async function main(): Promise<boolean> {
  if (chosen.length === 0) throw new Error(`No break of ${rules.join(", ")} is listed.`);
  const wrong = chosen.flatMap(checkText);
  for (const line of wrong) console.log(`Not to be tried: ${line}`);
  const left = chosen.filter((one) => checkText(one).length === 0);
  const everyFile = [...new Set(left.flatMap(({ tests }) => tests))];
  const places = Array.from({ length: copies }, (_, n) => join(folder, String(n)));
  for (const place of places) copyProject(place);
  const unbroken = await failedTests(places[0]!, everyFile);
  if (unbroken.failed.length > 0 || !/Tests .*passed/u.test(unbroken.said))
    throw new Error(`The tests fail without any break:\n${unbroken.said}`);
  let caught = 0;
  const work = async (copy: string) => {
    for (let mutation = left.shift(); mutation; mutation = left.shift()) {
      const test = await caughtBy(copy, mutation);
      if (test !== null) caught += 1;
      console.log(`| ${mutation.rule} | ${mutation.breaks} | ${test ?? "**NOT CAUGHT**"} |`);
    }
  };
  await Promise.all(places.map(work));
  console.log(`\n${caught} of ${chosen.length} caught`);
  return caught >= Math.min(fewestCaught, chosen.length);
}

process.on("exit", () => {
  try {
    for (const group of groups) process.kill(-group, "SIGKILL");
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit(1));
const succeeded = await main().catch((error: Error) => console.error(error.message));
process.exitCode = succeeded ? 0 : 1;
