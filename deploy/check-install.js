// Run by the system's Node, however old, after `npm ci`: the rest needs the Node and the SQLite that npm brought.
import { spawnSync } from "node:child_process";

const works = (...args) => spawnSync("node_modules/node/bin/node", args).status === 0;
const isMusl = !process.report?.getReport().header.glibcVersionRuntime;

if (process.platform === "linux" && isMusl)
  refuse("This system has musl (Alpine and its like). Use one with glibc, for example Debian.");
else if (!works("--version") || !works("-e", "new (require('better-sqlite3'))(':memory:')"))
  refuse(
    "Packages' install scripts bring Node and SQLite, and did not run. Allow them (npm config set ignore-scripts false) and run the command again.",
  );

function refuse(line) {
  console.error(line);
  process.exit(1);
}
