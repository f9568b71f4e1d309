import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const file = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;

/** Uses a worker while its package is missing, then partial, as during `npm ci`, then complete. */
const program = `
import { renameSync } from "node:fs";
import { createPool } from "./app/jobs/pool.ts";

console.error = () => {};
const { worker, task, name, steps } = JSON.parse(process.argv[2]);
if (task.bytes) task.bytes = Buffer.from(task.bytes, "base64");
const pool = createPool({
  file: worker, runtime: name ? "worker_threads" : "child_process", serialization: "advanced",
  minThreads: 0, maxThreads: 1, workers: 1, maxQueue: 10, idleTimeout: 60_000, timeLimit: 10_000,
}, "The worker");
const answer = () => pool.run(task, name).then(() => "answered", () => "failed");

const answers = [await answer(), await answer()];
for (const packages of steps) {
  for (const path of packages) renameSync("away/" + path, "node_modules/" + path);
  answers.push(await answer(), await answer());
}
await pool.close();
console.log(answers.join());
`;

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sharpNeeds = ["@img", "detect-libc", "semver"];

test.each([
  {
    worker: "app/uploads/render-worker.ts",
    task: { bytes: png, most: 100 },
    steps: [["sharp"], sharpNeeds],
  },
  {
    worker: "app/ui/link-picture/draw-worker.ts",
    task: { marca: "Dior", nombre: "Sauvage", dupes: 3 },
    steps: [
      ["sharp", ...sharpNeeds],
      ["opentype.js", "@fontsource"],
    ],
  },
  {
    worker: "app/domain/accounts/password-worker.ts",
    name: "hash",
    task: { password: "secret1", cost: 4 },
    steps: [[], ["bcryptjs"]],
  },
])("$worker recovers in the same process once its packages are restored", (asked) => {
  const folder = mkdtempSync(join(tmpdir(), "sosia-packages-"));
  for (const name of ["app", "db", "package.json"])
    cpSync(file(name), join(folder, name), { recursive: true });
  const packages = [...new Set(asked.steps.flat())];
  for (const name of ["away", "node_modules"]) mkdirSync(join(folder, name));
  symlinkSync(file("node_modules/tinypool"), join(folder, "node_modules/tinypool"));
  // A copied sharp looks for its dependencies beside itself.
  for (const name of packages)
    if (name === "sharp")
      cpSync(file(`node_modules/${name}`), join(folder, "away", name), { recursive: true });
    else symlinkSync(file(`node_modules/${name}`), join(folder, "away", name));
  writeFileSync(join(folder, "program.ts"), program);
  const printed = execFileSync(process.execPath, ["program.ts", JSON.stringify(asked)], {
    cwd: folder,
  });
  const failures = ["failed", "failed", "failed", "failed"];
  expect(String(printed).trim()).toBe([...failures, "answered", "answered"].join());
});
