// What the documents name exists, and the documents stay short.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { catalogExports } from "#app/domain/catalog/csv/export-csv.ts";
import { priceExports } from "#app/domain/prices/export-prices.ts";

const files = globSync("{*,{.ci,app,db,deploy,migrations,public,tests}/**}").toSorted();
const documents = files.filter((file) => file.endsWith("README.md"));
const rules = "app/RULES.md";

// Except files that only a running site or a build creates.
const folders = new Set(
  files.filter((file) => file.includes("/")).map((file) => file.split("/")[0]!),
);
const sourceName = /^[\w.@-]+\.(?:tsx?|css|md|tsv|conf|sh|sql|ini)$/u;

/** Whether the words in backticks are a path in this repository, not a command, an address or a type. */
function isPath(words: string): boolean {
  if (sourceName.test(words)) return true;
  const [first, ...rest] = words.split("/");
  return rest.length > 0 && folders.has(first!) && /^[\w.@{}/*-]+$/u.test(words);
}

/** Whether a path exists, relative to the repository or to the document's folder; `{language}` and `*` match any name. */
function exists(path: string, document: string): boolean {
  const pattern = path.replaceAll(".", "[.]").replace(/\{\w+\}|\*/gu, "[^/]+");
  const from = dirname(document) === "." ? "" : `(?:${dirname(document)}/(?:.+/)?)?`;
  return files.some((file) => new RegExp(`^${from}${pattern}(?:$|(?<=/)|/)`, "u").test(file));
}

const withoutCode = (text: string) => text.replace(/^```.*?^```/gmsu, "");

test.each([...documents, rules])("every path that %s names exists", (document) => {
  const text = withoutCode(readFileSync(document, "utf8"));
  const named = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, words]) => words!).filter(isPath);
  expect(named.filter((path) => !exists(path, document))).toEqual([]);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/gu)].map(([, to]) => to!);
  expect(links.filter((to) => !existsSync(join(dirname(document), to)))).toEqual([]);
});

test("every path named in deploy/ exists", () => {
  const named = files
    .filter((file) => /^deploy\/.*\.(?:conf|ini|sql|sh|service)$/u.test(file))
    .flatMap(
      (file) => readFileSync(file, "utf8").match(/\b(?:app|db|deploy)\/[\w./@-]*\w/gu) ?? [],
    );
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test("every npm command named in a document exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const named = documents.flatMap((document) =>
    [...readFileSync(document, "utf8").matchAll(/npm run (?:-s )?([\w:-]+)/gu)].map(
      ([, name]) => name!,
    ),
  );
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("deploy/README.md lists every setting", () => {
  const settings = [...readFileSync("app/environment.ts", "utf8").matchAll(/^ {4}([A-Z_]+):/gmu)];
  expect(settings.length).toBeGreaterThan(25);
  const text = readFileSync("deploy/README.md", "utf8");
  const names = settings.map(([, name]) => name!);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.each(Object.entries({ ...catalogExports, ...priceExports }))(
  "deploy/README.md lists every column of %s (RULES.md 1.11)",
  (what, { columns }) => {
    const text = readFileSync("deploy/README.md", "utf8");
    const format = new RegExp(`import ${what} FILE\\.csv\`\\s*\\| columns \`([^\`]+)\``, "u");
    expect(format.exec(text)?.[1]?.replace(/[[\]]/gu, "").split(",")).toEqual(columns);
  },
);

test("every cited rule exists", () => {
  const text = readFileSync(rules, "utf8");
  const numbers = new Set(
    [...text.matchAll(/^(?:## |- |\| )?(?:\*\*)?(\d+(?:\.\d+)?)\b/gmu)].map(
      ([, number]) => number!,
    ),
  );
  const source = /\.(?:tsx?|js|css|conf|sh|sql|ini)$/u;
  const missing = files
    .filter((file) => source.test(file))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/RULES\.md ([\d., ]*\d(?: to \d+\.\d+)?)/gu)].flatMap(
        ([, cited]) => cited!.match(/\d+(?:\.\d+)?/gu)!.map((number) => `${number} in ${file}`),
      ),
    )
    .filter((citation) => !numbers.has(citation.split(" ", 1)[0]!));
  expect(missing).toEqual([]);
});

test("README.md can be read in five minutes", () => {
  expect(readFileSync("README.md", "utf8").split(/\s+/u).length).toBeLessThanOrEqual(900);
});

test("the rules can be read in half an hour, and their numbers are unique and ascending", () => {
  const text = readFileSync(rules, "utf8");
  expect(text.split(/\s+/u).length).toBeLessThanOrEqual(6000);
  const numbers = [...text.matchAll(/^- \*\*(\d+)\.(\d+) /gmu)].map(
    ([, section, rule]) => Number(section) * 1000 + Number(rule),
  );
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});
