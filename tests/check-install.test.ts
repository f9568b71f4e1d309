// What `npm run up` and `verify` ask after `npm ci`.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

/** @param musl what a Node built for musl says of itself */
function check(folder: string, musl = false) {
  const report = `process.report.getReport = () => ({ header: {} })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...(musl ? ["--import", `data:text/javascript,${encodeURIComponent(report)}`] : []),
      resolve("deploy/check-install.js"),
    ],
    { cwd: folder, encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

const refused = (line: RegExp) => ({ status: 1, stdout: "", stderr: expect.stringMatching(line) });
const newFolder = () => mkdtempSync(join(tmpdir(), "sosia-install-"));

test("a whole installation passes", () => {
  expect(check(".")).toEqual({ status: 0, stdout: "", stderr: "" });
});

test.each(["Node", "SQLite"])(
  "without %s, which install scripts bring, one line says how to allow them",
  (missing) => {
    const folder = newFolder();
    mkdirSync(join(folder, "node_modules/node/bin"), { recursive: true });
    if (missing === "SQLite")
      symlinkSync(process.execPath, join(folder, "node_modules/node/bin/node"));
    else
      symlinkSync(
        resolve("node_modules/better-sqlite3"),
        join(folder, "node_modules/better-sqlite3"),
      );
    expect(check(folder)).toEqual(
      refused(/^[^\n]*install scripts[^\n]*npm config set ignore-scripts false[^\n]*\n$/u),
    );
  },
);

test("on musl one line says which systems will do", () => {
  expect(check(newFolder(), true)).toEqual(refused(/^This system has musl [^\n]*Debian\.\n$/u));
});

test("up and verify install what the build needs in a production environment, too, and ask", () => {
  for (const file of ["package.json", ".ci/verify"])
    expect(readFileSync(file, "utf8")).toMatch(
      /npm ci --include=dev [^\n&]*(?:&& |\n)node deploy\/check-install\.js/u,
    );
});
