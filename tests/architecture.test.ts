// What may import what, and that no module builds anything when it is imported.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/**
 * Every folder of `app/` (and every file at its top that others import), with all that it may import: other folders, files
 * of `app/` by name, `db`. What is not listed is forbidden, for types too. Nobody imports the entries.
 */
const arrows: Record<string, string[]> = {
  "db/dialect.ts": [],
  db: ["migrations", "db/dialect.ts"],
  migrations: ["db/dialect.ts"],

  // At the bottom: no domain.
  "site-name.ts": [],
  "session-secret.ts": [],
  "tokens.ts": [],
  "unsubscribe.ts": [],
  uploads: ["db"],
  "config.ts": ["session-secret.ts", "uploads", "db"],
  styles: [],
  client: [],
  jobs: ["db"],
  i18n: ["config.ts", "site-name.ts"],
  server: ["client", "i18n", "styles"],

  // The domain knows neither React, the router nor requests.
  limits: ["db"],
  mail: ["jobs", "i18n", "db", "db/dialect.ts"],
  "index-now": ["jobs", "i18n", "db", "db/dialect.ts"],
  catalog: ["i18n", "db"],
  prices: ["catalog", "i18n", "db"],
  community: ["tokens.ts", "mail", "db"],
  accounts: ["tokens.ts", "jobs", "mail", "uploads", "db"],
  // What operators decide: over the others, through what they offer for that.
  desk: ["mail", "prices", "community", "uploads", "db"],

  // The figures of a site, which no part of the domain knows of.
  metrics: ["server", "db"],

  // Around every request.
  middleware: [
    "config.ts",
    "unsubscribe.ts",
    "server",
    "client",
    "i18n",
    "jobs",
    "limits",
    "metrics",
    "catalog",
    "accounts",
    "desk",
    "db",
  ],

  // What pages are made of.
  forms: ["middleware", "accounts", "jobs", "i18n", "db"],
  ui: [
    "forms",
    "catalog",
    "prices",
    "community",
    "accounts",
    "desk",
    "i18n",
    "client",
    "styles",
    "site-name.ts",
  ],
  seo: ["ui", "jobs", "i18n", "site-name.ts"],
  routes: [
    "seo",
    "ui",
    "forms",
    "middleware",
    "server",
    "client",
    "jobs",
    "mail",
    "catalog",
    "prices",
    "community",
    "accounts",
    "desk",
    "i18n",
    "styles",
    "site-name.ts",
    "tokens.ts",
    "unsubscribe.ts",
    "config.ts",
    "db",
  ],

  // Commands that need more than the database.
  cli: ["server", "limits", "catalog", "accounts", "desk", "uploads", "config.ts", "db"],

  // The entries.
  "root.tsx": ["ui", "middleware", "i18n", "styles"],
  "entry.client.tsx": ["client", "i18n"],
  "entry.server.tsx": ["site.ts", "ui", "seo", "middleware", "server", "client", "i18n"],
  "start.ts": ["config.ts", "server"],
  // The email that says what is new on a shelf, which takes several parts of the domain.
  "weekly-email.ts": [
    "config.ts",
    "tokens.ts",
    "unsubscribe.ts",
    "mail",
    "catalog",
    "prices",
    "community",
    "i18n",
  ],
  "routes.ts": [],
  "site.ts": [
    "config.ts",
    "weekly-email.ts",
    "site-name.ts",
    "middleware",
    "server",
    "seo",
    "jobs",
    "limits",
    "mail",
    "index-now",
    "metrics",
    "catalog",
    "prices",
    "community",
    "accounts",
    "desk",
    "uploads",
    "i18n",
    "db",
  ],
};

/** Folders of the domain, and what another may import of them. */
const domain: Record<string, RegExp | null> = {
  limits: null,
  "index-now": null,
  // Whether a bottle was removed; the order of dupes, which is one.
  catalog: /^app\/catalog\/(removed|dupe-order)\.ts$/,
  // To show or to refuse a sighting; those that a bottle has.
  prices: /^app\/prices\/(decide|sightings-of)\.ts$/,
  // What was reported, and decisions on reviews; to answer a notice.
  community: /^app\/community\/(report(ed-reviews|-reasons)|review-decisions|notices)\.ts$/,
  accounts: null,
  desk: null,
  // An action leaves its email in its own transaction.
  mail: /^app\/mail\/outbox\.ts$/,
};

const framework =
  /^(react|react-dom|react-router|react-i18next|remix-i18next|@react-router\/[\w-]+|@conform-to\/react)(\/|$)/;

/** What `ui` may run of the domain: made for showing, without a database. */
const presentation = /^app\/catalog\/(slugs|shop-links)\.ts$/;

interface Import {
  /** the file that imports */
  from: string;
  /** a file of this project, or a package */
  to: string;
  typesOnly: boolean;
}

interface Node {
  type?: string;
  source?: { value?: unknown } | null;
  specifiers?: Node[];
  importKind?: string;
  exportKind?: string;
  [key: string]: unknown;
}

const parsed = (file: string, source: string) => parseSync(file, source).program as unknown as Node;

/** Everything that a source imports or exports again, by static, dynamic and type imports. */
function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: unknown, typesOnly: boolean) => {
    // Computed, as in db/migrate.ts.
    if (typeof specifier !== "string") return;
    const to = specifier.replace(/\?.*$/, "").replace(/^#/, "");
    found.push({ from: file, to: to.startsWith(".") ? join(dirname(file), to) : to, typesOnly });
  };
  const visit = (node: Node) => {
    const { type = "", specifiers = [] } = node;
    const ofTypes = (one: Node) => (one.importKind ?? one.exportKind) === "type";
    if (node.source && /^(Import|ExportNamed|ExportAll)Declaration$/.test(type))
      add(node.source.value, ofTypes(node) || (specifiers.length > 0 && specifiers.every(ofTypes)));
    if (node.source && /^(ImportExpression|TSImportType)$/.test(type))
      add(node.source.value, type === "TSImportType");
    for (const child of Object.values(node).flat())
      if (typeof child === "object" && child !== null) visit(child as Node);
  };
  visit(parsed(file, source));
  return found;
}

/** What a file is part of: "catalog", "ui"; "config.ts" for a file at the top of `app/`; "db"; "tests"; "package". */
function partOf(file: string): string {
  const [top = "", folder = "", ...rest] = file.split("/");
  if (!["app", "db", "migrations", "tests"].includes(top)) return "package";
  // Migrations, which `db` runs, use it, too.
  if (file === "db/dialect.ts") return file;
  if (top !== "app") return top;
  // The router's generated types.
  if (rest.includes("+types") || folder === "+types") return "package";
  return folder;
}

/** @returns why an import is not allowed, or undefined */
function violation({ from, to, typesOnly }: Import): string | undefined {
  const [own, other] = [partOf(from), partOf(to)];
  if (other === "package")
    return Object.hasOwn(domain, own) && framework.test(to)
      ? "the domain knows neither React nor the router"
      : undefined;
  if (own === other) return undefined;
  if (!arrows[own]?.includes(other)) return `${own} may not import ${other}`;
  if (Object.hasOwn(domain, own) && Object.hasOwn(domain, other) && !domain[other]?.test(to))
    return "domain folders leave each other's insides alone";
  if (own === "ui" && Object.hasOwn(domain, other) && !typesOnly && !presentation.test(to))
    return "what is shown runs nothing of the domain but what is made for showing";
  return undefined;
}

const violations = (imports: Import[]) =>
  imports.flatMap((one) => {
    const why = violation(one);
    return why ? [`${one.from} → ${one.to}: ${why}`] : [];
  });

/** @returns the files of a circle of imports, or null; types count, too */
function circleIn(imports: Import[]): string[] | null {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const walk = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const { to } of next.get(file) ?? []) {
      const circle = walk(to, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of next.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return null;
}

/** Usually constants, and declarations of the frameworks that hold no state. */
const harmless = new Set([
  "Set",
  "Map",
  "RegExp",
  "URL",
  "createContext",
  "createI18nextMiddleware",
  "createRequire",
]);

/** Exceptions, the same for every site of a process: small caches of pure functions, and what is loaded once. */
const loadedOnce: Record<string, string> = {
  "app/i18n/format.ts": "formats by language",
  "app/i18n/collation.ts": "collators by language",
  "app/i18n/translators.server.ts": "translators by language",
  "app/http/encoding.ts": "negotiated encodings by header",
  "app/domain/prices/currencies.ts": "decimals by currency",
  "app/ui/bottle/bottle-svg.ts": "drawings by scent",
  "app/ui/bottle/draw.ts": "a few dozen outlines",
  "app/ui/bottle/bottle.tsx":
    "the drawing code: awaited on the server, loaded by browsers when they need it",
  "app/ui/link-picture/text-outlines.ts": "fonts, read in the picture worker only",
};

/** Functions that build, keep or do something, by their names. */
const effects =
  /^((create|start|open|connect|spawn|listen|read|write)([A-Z]|$)|mk(dir|dtemp)|set(Timeout|Interval|Immediate)$)/;

/** @returns what a module builds, keeps, reads, writes or awaits when it is imported, in the words of its source */
function builtAtImport(file: string, source: string): string[] {
  const found: string[] = [];
  const text = (node: Node) =>
    source.slice(node.start as number, node.end as number).split("\n")[0]!;
  const visit = (node: Node) => {
    const { type = "" } = node;
    // What stands inside a function or class happens later.
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
    // Also a function that is handed over, as in `files.map(readFile)`.
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

const sources = globSync("{app,db,migrations}/**/*.{ts,tsx}").filter(
  (file) => !/\.(test|d)\.tsx?$/.test(file),
);
const allImports = sources.flatMap((file) => importsOf(file, readFileSync(file, "utf8")));

test("every import follows an arrow that is stated here", () => {
  expect(allImports.length).toBeGreaterThan(200);
  expect(violations(allImports)).toEqual([]);
});

test("no file imports itself by way of others, not even a type", () => {
  expect(circleIn(allImports)).toBeNull();
});

test("the arrows between folders make no circle either", () => {
  const between = Object.entries(arrows).flatMap(([from, others]) =>
    others.map((to) => ({ from, to, typesOnly: false })),
  );
  expect(circleIn(between)).toBeNull();
});

test("every arrow that is stated is there in the code", () => {
  const there = new Set(allImports.map(({ from, to }) => `${partOf(from)} → ${partOf(to)}`));
  // By name at run time.
  there.add("db → migrations");
  const stated = Object.entries(arrows).flatMap(([from, others]) =>
    others.map((to) => `${from} → ${to}`),
  );
  expect(stated.filter((arrow) => !there.has(arrow))).toEqual([]);
});

test("every import of this project's own files leads to a file that is there", () => {
  const there = new Set(globSync("{app,db}/**/*.*"));
  const lost = allImports.filter(({ to }) => partOf(to) !== "package" && !there.has(to));
  expect(lost).toEqual([]);
});

/** Programs, not modules. */
const programs =
  /^(app\/(start\.ts|entry\.(client|server)\.tsx|accounts\/(avatar|password)-worker\.ts|seo\/picture\/worker\.ts|ui\/film\/make\.ts|cli\/[\w-]+\.ts)|db\/cli\/[\w-]+\.ts)$/;

test("no module builds or keeps anything when it is imported", () => {
  const modules = sources.filter((file) => /^(app|db)\//.test(file) && !programs.test(file));
  const built = modules.flatMap((file) =>
    Object.hasOwn(loadedOnce, file)
      ? []
      : builtAtImport(file, readFileSync(file, "utf8")).map((what) => `${file}: ${what}`),
  );
  expect(built).toEqual([]);
});

test("every exception is needed", () => {
  const needless = Object.keys(loadedOnce).filter(
    (file) => builtAtImport(file, readFileSync(file, "utf8")).length === 0,
  );
  expect(needless).toEqual([]);
});

/**
 * Who normalises text: the one function whose time does not grow with the square of a run of marks (RULES.md 18.13), and what
 * draws names of the catalogue, of at most 200 characters, without `db`.
 */
const normalisers = [
  "app/ui/link-picture/text-outlines.ts",
  "app/ui/bottle/hash.ts",
  "app/i18n/text.ts",
  // Frozen, of names.
  "migrations/2026-11-26-bottles.ts",
  "migrations/2026-11-30-desk.ts",
];

const normalises = (source: string) => /\bnormalize\b/.test(source);

test("text is normalised in one place", () => {
  const found = sources.filter((file) => normalises(readFileSync(file, "utf8")));
  expect(found.sort()).toEqual(normalisers);
  expect(normalises('text?.normalize("NFC")')).toBe(true);
  expect(normalises('text["normalize"]()')).toBe(true);
});

/** Names of folders that say nothing of what is in them. */
const dumpingGround = /(^|\/)(utils?|lib|helpers?|services?|common|misc|shared)\//;

test("there are no folders named utils, lib, helpers, services, common, misc or shared", () => {
  expect(globSync("{app,db,tests}/**/*.*").filter((file) => dumpingGround.test(file))).toEqual([]);
  expect(dumpingGround.test("app/utils/dates.ts")).toBe(true);
  expect(dumpingGround.test("app/catalog/lib/x.ts")).toBe(true);
  expect(dumpingGround.test("app/catalog/search/x.ts")).toBe(false);
});

// The checks would be worth nothing if they could not fail.
test.each([
  [
    "app/commands/seed.ts",
    'import { x } from "../../app/catalog/dupes.ts"',
    "db may not import catalog",
  ],
  ["db/database.ts", 'import type { X } from "#app/config.ts"', "db may not import config.ts"],
  [
    "app/domain/catalog/relations.ts",
    'import { Link } from "../ui/link.tsx"',
    "catalog may not import ui",
  ],
  [
    "app/domain/search/engine.ts",
    'import type { X } from "../../middleware/context.ts"',
    "catalog may not import middleware",
  ],
  ["app/mail/emails.ts", 'export * from "../routes/home.tsx"', "mail may not import routes"],
  [
    "app/domain/reviews/votes.ts",
    'import { data } from "react-router"',
    "the domain knows neither React nor the router",
  ],
  [
    "app/accounts/people.ts",
    'await import("../catalog/dupes.ts")',
    "accounts may not import catalog",
  ],
  [
    "app/accounts/people.ts",
    'import { x } from "../mail/worker.ts"',
    "domain folders leave each other's insides alone",
  ],
  [
    "app/http/middleware/flash.ts",
    'export { x } from "../ui/link.tsx"',
    "middleware may not import ui",
  ],
  [
    "app/site/handle.ts",
    'import type { X } from "../catalog/dupes.ts"',
    "server may not import catalog",
  ],
  [
    "app/jobs/worker.ts",
    'import type { Email } from "../mail/outbox.ts"',
    "jobs may not import mail",
  ],
  [
    "app/ui/card.tsx",
    'import { listDupes, type ListedDupe } from "../catalog/dupes.ts"',
    "what is shown runs nothing of the domain but what is made for showing",
  ],
  ["app/ui/card.tsx", 'import type { loader } from "../root.tsx"', "ui may not import root.tsx"],
  ["app/routes/home.tsx", 'import { x } from "../site.ts"', "routes may not import site.ts"],
  [
    "app/routes/home.tsx",
    'import { x } from "../../tests/support/site.ts"',
    "routes may not import tests",
  ],
])("an import against the direction is noticed: %s, %s", (file, source, why) => {
  const imports = importsOf(file, source);
  expect(violations(imports)).toEqual([`${file} → ${imports[0]?.to}: ${why}`]);
});

test.each([
  ["app/ui/card.tsx", 'import type { ListedDupe } from "../catalog/dupes.ts"'],
  ["app/ui/card.tsx", 'import { type A, type B } from "../catalog/dupes.ts"'],
  ["app/ui/card.tsx", 'import { perfumePath } from "../catalog/slugs.ts"'],
  ["app/ui/card.tsx", 'import { useState } from "react"'],
  [
    "app/domain/catalog/relations.ts",
    'import { sql } from "kysely"; import { x } from "#db/database.ts"',
  ],
  ["app/catalog/find.ts", 'import { x } from "./search/engine.ts"'],
  ["app/mail/mail-worker.ts", 'import { createWorker } from "../jobs/worker.ts"'],
  ["app/routes/home.tsx", 'import type { Route } from "./+types/architecture.test"'],
  [
    "app/routes/home.tsx",
    'import css from "../styles/home.css?inline"; import "../catalog/dupes.ts"',
  ],
])("an import in the right direction is let pass: %s, %s", (file, source) => {
  expect(importsOf(file, source)).not.toEqual([]);
  expect(violations(importsOf(file, source))).toEqual([]);
});

test("a circle is noticed, of types too", () => {
  const imports = [
    ...importsOf("app/i18n/a.ts", 'import type { B } from "./b.ts"'),
    ...importsOf("app/i18n/b.ts", 'import { c } from "./c.ts"'),
    ...importsOf("app/i18n/c.ts", 'import { a } from "./a.ts"'),
  ];
  expect(circleIn(imports)).toEqual([
    "app/i18n/a.ts",
    "app/i18n/b.ts",
    "app/i18n/c.ts",
    "app/i18n/a.ts",
  ]);
  expect(circleIn(imports.slice(1))).toBeNull();
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
])("what is built at import is noticed: %s", (source, what) => {
  expect(builtAtImport("app/x.ts", source)).toEqual([what]);
});

test.each([
  "const names = new Set(['a']);",
  "const entities = new Map([['a', 'b']]);",
  "const language = createContext('es');",
  "export const make = () => new LRUCache({ max: 5 });",
  "export function start() { let timer = setInterval(() => {}, 5); return timer; }",
  "class Store { items = new Map(); }",
])("what is no state is let pass: %s", (source) => {
  expect(builtAtImport("app/x.ts", source)).toEqual([]);
});

/** What only one of the databases understands, or what leads to its driver. */
const dialectWords =
  /\b(sqlite_\w+|pragma|strftime|iif|insert or (ignore|replace)|pg_\w+|to_regclass|hashtext\w*|skip locked|plpgsql|to_char|SQLITE_\w+|forUpdate|skipLocked|PostgresAdapter|SqliteAdapter)\b|from "(pg|pg-cursor|better-sqlite3)"/u;

/** Where they belong: a folder for each, what differs in SQL, and what goes on SQLite's file itself. */
const ofDialects =
  /^(db\/(sqlite|postgres|backup)\/|db\/(dialect|transactions|migrate)\.ts$|migrations\/)/u;

test("one database's words stand where they belong, and nowhere else", () => {
  const files = globSync("{app,db,migrations}/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.tsx?$/u.test(file),
  );
  const found = files.filter(
    (file) => !ofDialects.test(file) && dialectWords.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
  expect(files.filter((file) => ofDialects.test(file)).length).toBeGreaterThan(20);
});
