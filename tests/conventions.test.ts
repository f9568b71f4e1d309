// Conventions for all source files: who writes a table, where SQL is, casts, sizes, names, comments, no side effects at import.
import { basename } from "node:path";
import { expect, test } from "vitest";
import { type Node, parsed, read, sources, walk } from "./support/sources.ts";

// Tables

/** Every table, by the room that writes it. */
const tables: Record<string, string> = {
  "app/domain/accounts":
    "accounts usuarios sessions account_tokens kept_forms second_factors recovery_codes second_steps barred_addresses suspensions",
  "app/domain/catalog":
    "perfumes dupes dupe_sources perfume_aliases perfume_redirects dupe_redirects removed_perfumes catalogue_version",
  "app/domain/search": "search_misses",
  "app/domain/views": "perfume_searches perfume_month_views perfume_new_views day_views",
  "app/domain/open-data": "data_changes mirrored_rows",
  "app/domain/prices": "prices shops price_summaries price_gone",
  "app/domain/reviews":
    "user_votes verdicts verdict_counts blind_tests blind_counts dupe_reviews review_drafts review_reports looked_at",
  "app/domain/suggestions":
    "sugerencias_perfumes sugerencias_dupes suggestion_authors suggested_pages fact_suggestions source_suggestions",
  "app/domain/shelf": "shelf shelf_emails dupe_alerts",
  "app/domain/messages": "contact_messages",
  "app/domain/voices": "exclusions",
  "app/domain/desk": "operators audit_log changed_rows operator_networks",
  "app/mail": "outbox",
  "app/limits": "rate_limits",
  "app/index-now": "changed_perfumes index_now",
  db: "last_runs kysely_migration",
};

/** Files that write tables of other subjects, because their work spans them. */
const crossing: Record<string, string> = {
  "app/domain/accounts/erasure.ts": "an erased person leaves every table",
  "app/domain/desk/undo/": "an undone decision puts rows back as they were",
  "app/domain/desk/sample/": "the sample community fills an empty site",
  "db/copy/": "a copy has every table",
  "db/before-baseline.ts": "the migrator's own table",
};

const ownerOf = (table: string) =>
  Object.entries(tables).find(([, names]) => names.split(" ").includes(table))?.[0];

/** @returns the tables that a source inserts into, updates or deletes from, by Kysely or in SQL */
function writtenTables(source: string): string[] {
  const byKysely = source.matchAll(
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)/gu,
  );
  const inSql = source.matchAll(
    /\b(?:insert into|update|delete from) "?([a-z_]+)"?\s+(?:set|\(|where|as)/gu,
  );
  return [...new Set([...byKysely, ...inSql].map(([, table]) => table!))];
}

test("each table is written by a single subject", () => {
  const wrong = sources.flatMap((file) =>
    file.startsWith("migrations/") || Object.keys(crossing).some((start) => file.startsWith(start))
      ? []
      : writtenTables(read(file))
          .filter((table) => !file.startsWith(`${ownerOf(table)}/`))
          .map((table) => `${file} writes ${table}, which ${ownerOf(table) ?? "nobody"} owns.`),
  );
  expect(wrong).toEqual([]);
});

test("every listed table is written, and every exception is needed", () => {
  const written = new Set(sources.flatMap((file) => writtenTables(read(file))));
  const listed = Object.values(tables).flatMap((names) => names.split(" "));
  expect(listed.filter((table) => !written.has(table))).toEqual([]);
  const needless = Object.keys(crossing).filter(
    (start) => !sources.some((file) => file.startsWith(start)),
  );
  expect(needless).toEqual([]);
});

const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^>]*>)?`/u;

/** The domain, the engine, and three tools, each of which owns a table. */
const mayQuery = /^(app\/(domain|mail|limits|index-now)|db|migrations)\//u;

test("only the domain, the engine and tools that own a table contain SQL", () => {
  expect(sources.filter((file) => !mayQuery.test(file) && query.test(read(file)))).toEqual([]);
  expect(query.test("await sql<Row>`select 1`")).toBe(true);
});

/** Words of one SQL dialect, and imports that lead to a database driver. */
const dialectWords =
  /\b(sqlite_\w+|pragma|strftime|iif|insert or (ignore|replace)|pg_\w+|to_regclass|hashtext\w*|skip locked|plpgsql|to_char|SQLITE_\w+|forUpdate|skipLocked|PostgresAdapter|SqliteAdapter)\b|from "(pg|pg-cursor|better-sqlite3)"/u;

test("only the engine contains words of one SQL dialect", () => {
  const engine = /^(db|migrations)\//u;
  const found = sources.filter((file) => !engine.test(file) && dialectWords.test(read(file)));
  expect(found).toEqual([]);
});

// Casts

const isNever = (type: unknown) => (type as Node).type === "TSNeverKeyword";
const isUnknown = (type: unknown) => (type as Node).type === "TSUnknownKeyword";

/** A cast to `never`, or to anything by way of `unknown`, which the compiler cannot check. */
function isBlind({ type, expression, typeAnnotation }: Node): boolean {
  if (type !== "TSAsExpression") return false;
  const inner = expression as Node;
  const annotation = typeAnnotation as Node;
  return (
    isNever(annotation) ||
    (annotation.type === "TSArrayType" && isNever(annotation.elementType)) ||
    (inner.type === "TSAsExpression" && isUnknown(inner.typeAnnotation))
  );
}

/** @returns the blind casts of a source without a comment above them or their statement */
function unexplainedCasts(file: string, source: string): string[] {
  if (!/\bas (unknown as|never)\b/u.test(source)) return [];
  const found: string[] = [];
  const isExplained = (start: number) => /(\*\/|\/\/[^\n]*)\s*$/u.test(source.slice(0, start));
  const lineOf = ({ start = 0 }: Node) => source.lastIndexOf("\n", start) + 1;
  const look = (node: Node, above: number) => {
    const begins = /Statement$|^VariableDeclaration$/u.test(node.type ?? "");
    const start = begins ? (node.start ?? above) : above;
    if (isBlind(node) && !isExplained(start) && !isExplained(lineOf(node)))
      found.push(`${file}: ${source.slice(node.start, node.end)}`);
    for (const child of Object.values(node).flat())
      if (typeof child === "object" && child !== null) look(child as Node, start);
  };
  look(parsed(file, source), 0);
  return found;
}

test("a cast that the compiler cannot check says why", () => {
  expect(sources.flatMap((file) => unexplainedCasts(file, read(file)))).toEqual([]);
});

test("detects casts without a reason", () => {
  const cast = "a as unknown as B;";
  expect(unexplainedCasts("x.ts", cast)).toEqual(["x.ts: a as unknown as B"]);
  expect(unexplainedCasts("x.ts", "const b = [c] as never[];")).toHaveLength(1);
  expect(unexplainedCasts("x.ts", "const t = () => f(a as never, b as never);")).toHaveLength(2);
  expect(unexplainedCasts("x.ts", `// The library's type is wrong.\n${cast}`)).toEqual([]);
  expect(unexplainedCasts("x.ts", "a as B; b as unknown; c as const;")).toEqual([]);
});

// Sizes

interface Sized {
  file: string;
  name: string;
  lines: number;
  /** a comment is directly above */
  isExplained: boolean;
}

/** @returns every named function of a source with its length */
function functionsOf(file: string, source: string): Sized[] {
  const found: Sized[] = [];
  const add = (name: unknown, node: Node, whole: Node) => {
    const lines = source.slice(node.start, node.end).split("\n").length;
    const above = source
      .slice(0, whole.start)
      .trimEnd()
      .replace(/export( default)?$/u, "")
      .trimEnd();
    found.push({
      file,
      name: String(name),
      lines,
      isExplained: above.endsWith("*/") || /\/\/[^\n]*$/u.test(above),
    });
  };
  walk(parsed(file, source), (node) => {
    const { type = "" } = node;
    if (type === "FunctionDeclaration") add((node.id as Node | null)?.name, node, node);
    const init = node.init as Node | null | undefined;
    if (type === "VariableDeclarator" && /Function/u.test(init?.type ?? ""))
      add((node.id as Node).name, init!, node);
  });
  return found;
}

const functions = sources.flatMap((file) => functionsOf(file, read(file)));
const tooLong = (rooms: RegExp, most: number) =>
  functions
    .filter(({ file, lines }) => rooms.test(file) && lines > most)
    .map(({ file, name, lines }) => `${name} in ${file} has ${lines} lines, more than ${most}.`);

test("functions have at most 80 lines in routes and site, 60 in domain and db", () => {
  expect(functions.length).toBeGreaterThan(1000);
  expect(tooLong(/^app\/(routes|site)\//u, 80)).toEqual([]);
  expect(tooLong(/^(app\/domain|db)\//u, 60)).toEqual([]);
});

test.each([
  ["app/site/site.ts", 120],
  ["app/routes/perfume/perfume.tsx", 120],
])("%s has at most %i lines", (file, most) => {
  expect(read(file).split("\n").length - 1).toBeLessThanOrEqual(most);
});

test("comments are at most 5 % of the lines", () => {
  let all = 0;
  let comments = 0;
  for (const file of sources) {
    let isInside = false;
    for (const line of read(file).trimEnd().split("\n")) {
      all++;
      const opens = /^\s*(\{?\/\*|\/\/)/u.test(line);
      if (opens || isInside) comments++;
      if (isInside || /^\s*\{?\/\*/u.test(line)) isInside = !line.includes("*/");
    }
  }
  expect(Math.round((1000 * comments) / all) / 10).toBeLessThanOrEqual(5);
});

test("the site's hourly chores delete everything that has a function for that (RULES.md 14.9)", () => {
  const [, chores = ""] = read("app/site/chores.ts").split("function listChores");
  const deleting = /export async function (delete(?:Old|Over|Unconfirmed|Abandoned)(?!est)\w*)/gu;
  const names = sources.flatMap((file) =>
    [...read(file).matchAll(deleting)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`, "u").test(chores))).toEqual([]);
});

// Names

test("file names are unique", () => {
  const byName = Map.groupBy(sources, (file) => basename(file).replace(/\.tsx?$/u, ""));
  // npm commands are named after what people type.
  const isCommand = (file: string) => /^app\/commands\/[\w-]+\.ts$/u.test(file);
  const twins = [...byName.values()].map((files) => files.filter((file) => !isCommand(file)));
  expect(twins.filter((files) => files.length > 1)).toEqual([]);
});

/** Folder names that say nothing about the content. */
const dumpingGround = /(^|\/)(utils?|lib|helpers?|services?|common|misc|shared)\//u;

test("no folder is named utils, lib, helpers, services, common, misc or shared", () => {
  expect(sources.filter((file) => dumpingGround.test(file))).toEqual([]);
  expect(dumpingGround.test("app/utils/dates.ts")).toBe(true);
  expect(dumpingGround.test("app/domain/lib/x.ts")).toBe(true);
});

/** `normalize` takes quadratic time for runs of combining marks, so one function limits them; drawings use short catalogue names. */
const normalisers = [
  "app/i18n/text.ts",
  "app/ui/bottle/hash.ts",
  "app/ui/link-picture/text-outlines.ts",
];

test("only one module normalises text", () => {
  const found = sources.filter((file) => /\bnormalize\b/u.test(read(file)));
  expect(found).toEqual(normalisers);
});

// Work at import

/** Usually constants, and framework declarations without state. */
const harmless = new Set([
  "Set",
  "Map",
  "RegExp",
  "URL",
  "createContext",
  "createI18nextMiddleware",
  "createRequire",
]);

/** Exceptions, shared by all sites in a process: small caches of pure functions, and what is loaded once. */
const loadedOnce: Record<string, string> = {
  "app/i18n/format.ts": "formats by language",
  "app/i18n/collation.ts": "collators by language",
  "app/i18n/translators.server.ts": "translators by language",
  "app/http/encoding.ts": "negotiated encodings by header",
  "app/http/forms/read-form.ts": "forms by request, dropped with it",
  "app/ui/bottle/bottle.tsx":
    "the drawing code: awaited on the server, loaded by browsers when they need it",
  "app/routes/home/suggest-on-demand.tsx": "forms, in the same way",
  "app/routes/perfume/opened-panels.tsx": "panels, in the same way",
  "app/ui/link-picture/text-outlines.ts": "fonts, read in the picture worker only",
};

/** Functions that, by their names, create, keep or do something. */
const effects =
  /^((create|start|open|connect|spawn|listen|read|write)([A-Z]|$)|mk(dir|dtemp)|set(Timeout|Interval|Immediate)$)/;

/** @returns what a module creates, keeps, reads, writes or awaits when imported, as in its source */
function builtAtImport(file: string, source: string): string[] {
  const found: string[] = [];
  const text = (node: Node) =>
    source.slice(node.start as number, node.end as number).split("\n")[0]!;
  const visit = (node: Node) => {
    const { type = "" } = node;
    // Code inside a function or class runs later.
    if (/Function|^Class|^TS(?!As|NonNull|Satisfies)/.test(type)) return;
    const nameOf = ({ name, property }: Node) =>
      String(name ?? (property as Node | undefined)?.name ?? "");
    const name = nameOf((node.callee ?? {}) as Node);
    const emptyCollection =
      type === "NewExpression" &&
      /^(Weak)?(Map|Set)$/.test(name) &&
      (node.arguments as Node[]).length === 0;
    if (type === "NewExpression" && (emptyCollection || !harmless.has(name)))
      found.push(text(node));
    // Also a function passed as an argument, as in `files.map(readFile)`.
    const called =
      type === "CallExpression" ? [name, ...(node.arguments as Node[]).map(nameOf)] : [];
    if (called.some((one) => effects.test(one) && !harmless.has(one))) found.push(text(node));
    if (type === "AwaitExpression" || (type === "ForOfStatement" && node.await))
      found.push(text(node));
    if (type === "VariableDeclaration" && node.kind === "let") found.push(text(node));
    for (const child of Object.values(node).flat())
      if (typeof child === "object" && child !== null) visit(child as Node);
  };
  visit(parsed(file, source));
  return found;
}

/** Programs, not modules. */
const programs =
  /^app\/(start\.ts|entry\.(client|server)\.tsx|domain\/accounts\/password-worker\.ts|uploads\/render-worker\.ts|ui\/link-picture\/draw-worker\.ts|commands\/)/u;

test("importing a module has no side effects", () => {
  const modules = sources.filter((file) => /^(app|db)\//u.test(file) && !programs.test(file));
  const built = modules.flatMap((file) =>
    Object.hasOwn(loadedOnce, file)
      ? []
      : builtAtImport(file, read(file)).map((what) => `${file}: ${what}`),
  );
  expect(built).toEqual([]);
});

test("every exception is needed", () => {
  const needless = Object.keys(loadedOnce).filter(
    (file) => !sources.includes(file) || builtAtImport(file, read(file)).length === 0,
  );
  expect(needless).toEqual([]);
});

test.each([
  ["const db = connect(config.databaseUrl);", "connect(config.databaseUrl)"],
  [
    "export const pages = new LRUCache<string, Page>({ max: 5 });",
    "new LRUCache<string, Page>({ max: 5 })",
  ],
  ["const seen = new Map<string, string>();", "new Map<string, string>()"],
  ["let pool;", "let pool;"],
  ["setInterval(() => {}, 5);", "setInterval(() => {}, 5)"],
  ["const limits = { a: createLimits(db) };", "createLimits(db)"],
  ["const text = await load();", "await load()"],
  ["const text = readFileSync('a.txt');", "readFileSync('a.txt')"],
  ["const texts = names.map(readText);", "names.map(readText)"],
  ["fs.mkdirSync('a');", "fs.mkdirSync('a')"],
  ["writeFileSync('a', 'b');", "writeFileSync('a', 'b')"],
])("work at import is detected: %s", (source, what) => {
  expect(builtAtImport("app/x.ts", source)).toEqual([what]);
});
