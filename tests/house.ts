// npm run house: how large the house is.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const isTest = (path: string) => path.startsWith("tests/") || path.includes(".test.");
const files = globSync("{app,db,migrations,tests}/**/*.{ts,tsx}").map((path) => {
  const text = readFileSync(path, "utf8");
  return { path, text, lines: text.split("\n").length - 1 };
});
const product = files.filter(({ path }) => !isTest(path));
const tests = files.filter(({ path }) => isTest(path));

const sum = (of: typeof files) => of.reduce((total, { lines }) => total + lines, 0);
const sorted = product.map(({ lines }) => lines).sort((a, b) => a - b);
const share = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
const isComment = (line: string) => /^\s*(?:\/\/|\/\*|\*)/u.test(line);
const comments = product.flatMap(({ text }) => text.split("\n").filter(isComment)).length;

/** Files of the product that import each one. */
const readers = new Map<string, Set<string>>();
for (const { path, text } of product)
  for (const [, from = ""] of text.matchAll(/(?:from|import)\s*\(?"([#.][^"]+)"/gu)) {
    const target = from.startsWith("#") ? from.slice(1) : normalize(join(dirname(path), from));
    readers.set(target, (readers.get(target) ?? new Set()).add(path));
  }
const isRead = ({ path }: { path: string }) => readers.get(path)?.size === 1;
const small = product.filter((file) => file.lines < 50 && isRead(file));

const words = (path: string) => readFileSync(path, "utf8").split(/\s+/u).filter(Boolean).length;

const rows: [string, number, string][] = [
  ["lines of the product", sum(product), "52,000"],
  ["lines of tests", sum(tests), "52,000"],
  ["files without tests", product.length, "800"],
  ["median lines of a file", share(0.5), "65 to 90"],
  ["95th percentile", share(0.95), "180"],
  ["per cent of comments", Math.round((1000 * comments) / sum(product)) / 10, "5"],
  ["files of under 50 lines with one reader", small.length, ""],
  ["words of RULES", words("app/RULES.md"), "5,500"],
  ["words of README", words("README.md"), "900"],
];
console.table(
  Object.fromEntries(rows.map(([name, value, aim]) => [name, { "there are": value, aim }])),
);
if (process.argv[2] === "small")
  for (const { path, lines } of small.sort((a, b) => a.lines - b.lines))
    console.log(`${String(lines).padStart(3)} ${path}, read by ${[...readers.get(path)!][0]}`);
