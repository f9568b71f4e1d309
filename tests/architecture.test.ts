import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

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
}

/** Everything that a source imports or hands on, by static, dynamic and type imports. */
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
      if (typeof child === "object" && child !== null) visit(child);
  };
  visit(parseSync(file, source).program as Node);
  return found;
}

/** What a file is part of: "catalog", "ui"; "app" for the files at its top; "db"; "tests"; "package". */
function partOf(file: string): string {
  const [top = "", folder = "", ...rest] = file.split("/");
  if (!["app", "db", "migrations", "tests"].includes(top)) return "package";
  return top === "app" && rest.length > 0 ? folder : top;
}

/** Domain folders: what Sosia does, whatever it is shown with. */
const isDomain = (part: string) =>
  ["catalog", "community", "accounts", "mail", "index-now"].includes(part);

const isShown = (part: string) => ["ui", "seo"].includes(part);

/** What `ui` and `seo` may run of the domain: made for showing, without a database. */
const presentation = /^app\/catalog\/(slugs|shop-links)\.ts$/;

/** Where an action leaves its email, in its own transaction. */
const outbox = "app/mail/outbox.ts";

const framework =
  /^(react|react-dom|react-router|react-i18next|remix-i18next|@react-router\/[\w-]+|@conform-to\/react)(\/|$)/;

const rules: Record<string, (from: string, to: string, one: Import) => boolean> = {
  "db imports nothing of app": (from, to, one) =>
    ["db", "migrations"].includes(from) && (one.to.startsWith("app/") || to === "tests"),
  "the domain knows no page, form or request": (from, to) =>
    isDomain(from) && ["routes", "ui", "seo", "forms", "request"].includes(to),
  "the domain knows neither React nor the router": (from, _, one) =>
    isDomain(from) && framework.test(one.to),
  "domain folders leave each other alone": (from, to, one) =>
    isDomain(from) && isDomain(to) && from !== to && one.to !== outbox,
  "the job worker knows nothing of what it carries": (from, to) =>
    from === "jobs" && !["jobs", "package"].includes(to),
  "what stands around requests knows no page": (from, to) =>
    from === "request" && ["routes", "ui", "seo"].includes(to),
  "what is shown runs nothing of the domain but what is made for showing": (from, to, one) =>
    isShown(from) && !one.typesOnly && (isDomain(to) || to === "db") && !presentation.test(one.to),
  "what is shown takes but types of the routes and of the root": (from, to, one) =>
    isShown(from) && !one.typesOnly && (to === "routes" || one.to === "app/root.tsx"),
  "what is shown knows no request": (from, to) => isShown(from) && to === "request",
  "the product knows no test": (from, to) => from !== "tests" && to === "tests",
};

/** Imports that go against the direction of design §3, each with the rule that it breaks. */
function violations(imports: Import[]): string[] {
  return imports.flatMap((one) =>
    Object.entries(rules)
      .filter(([, breaks]) => breaks(partOf(one.from), partOf(one.to), one))
      .map(([rule]) => `${one.from} → ${one.to}: ${rule}`),
  );
}

/** Names of folders that take in whatever has no home. */
const dumpingGround = /(^|\/)(utils?|lib|helpers?|services?|common|misc|shared)\//;

const sources = globSync("{app,db,migrations}/**/*.{ts,tsx}").filter(
  (file) => !/\.(test|d)\.tsx?$/.test(file),
);

test("dependence goes one way", () => {
  const imports = sources.flatMap((file) => importsOf(file, readFileSync(file, "utf8")));
  expect(imports.length).toBeGreaterThan(200);
  expect(violations(imports)).toEqual([]);
});

test("every import of this project's own files leads to a file that is there", () => {
  const there = new Set(globSync("{app,db}/**/*.*"));
  const lost = sources
    .flatMap((file) => importsOf(file, readFileSync(file, "utf8")))
    .filter(({ to }) => partOf(to) !== "package" && !to.includes("/+types/") && !there.has(to));
  expect(lost).toEqual([]);
});

test("no folder takes in whatever has no home", () => {
  expect(globSync("{app,db,tests}/**/*.*").filter((file) => dumpingGround.test(file))).toEqual([]);
  expect(dumpingGround.test("app/utils/dates.ts")).toBe(true);
  expect(dumpingGround.test("app/catalog/lib/x.ts")).toBe(true);
  expect(dumpingGround.test("app/catalog/search/x.ts")).toBe(false);
});

// The check would be worth nothing if it could not fail.
test.each([
  ["db/cli/seed.ts", 'import { x } from "../../app/catalog/dupes.ts"', "db imports nothing of app"],
  ["db/connect.ts", 'import type { X } from "#app/config.ts"', "db imports nothing of app"],
  [
    "app/catalog/dupes.ts",
    'import { Link } from "../ui/link.tsx"',
    "the domain knows no page, form or request",
  ],
  [
    "app/catalog/search/rank.ts",
    'import type { X } from "../../request/context.ts"',
    "the domain knows no page, form or request",
  ],
  [
    "app/mail/emails.ts",
    'export * from "../routes/home.tsx"',
    "the domain knows no page, form or request",
  ],
  [
    "app/community/votes.ts",
    'import { data } from "react-router"',
    "the domain knows neither React nor the router",
  ],
  [
    "app/mail/emails.ts",
    'import { r } from "react-dom/server"',
    "the domain knows neither React nor the router",
  ],
  [
    "app/accounts/people.ts",
    'await import("../catalog/dupes.ts")',
    "domain folders leave each other alone",
  ],
  [
    "app/request/views.ts",
    'export { x } from "../ui/site.ts"',
    "what stands around requests knows no page",
  ],
  [
    "app/jobs/worker.ts",
    'import type { Email } from "../mail/outbox.ts"',
    "the job worker knows nothing of what it carries",
  ],
  [
    "app/ui/card.tsx",
    'import { listDupes, type ListedDupe } from "../catalog/dupes.ts"',
    "what is shown runs nothing of the domain but what is made for showing",
  ],
  [
    "app/seo/data.ts",
    'import { connect } from "#db/connect.ts"',
    "what is shown runs nothing of the domain but what is made for showing",
  ],
  [
    "app/ui/card.tsx",
    'import { loader } from "../root.tsx"',
    "what is shown takes but types of the routes and of the root",
  ],
  [
    "app/ui/card.tsx",
    'import { x } from "../request/context.ts"',
    "what is shown knows no request",
  ],
  [
    "app/routes/home.tsx",
    'import { x } from "../../tests/support/site.ts"',
    "the product knows no test",
  ],
])("an import against the direction is noticed: %s, %s", (file, source, rule) => {
  const imports = importsOf(file, source);
  expect(violations(imports)).toEqual([`${file} → ${imports[0]?.to}: ${rule}`]);
});

test.each([
  ["app/ui/card.tsx", 'import type { ListedDupe } from "../catalog/dupes.ts"'],
  ["app/ui/card.tsx", 'import { type A, type B } from "../catalog/dupes.ts"'],
  ["app/ui/card.tsx", 'let x: import("../routes/home.tsx").Props'],
  ["app/ui/card.tsx", 'import { perfumePath } from "../catalog/slugs.ts"'],
  ["app/ui/card.tsx", 'import { useState } from "react"'],
  ["app/catalog/dupes.ts", 'import { sql } from "kysely"; import { x } from "#db/connect.ts"'],
  ["app/catalog/find.ts", 'import { x } from "./search/engine.ts"'],
  ["app/mail/worker.ts", 'import { createWorker } from "../jobs/worker.ts"'],
  ["app/request/session.ts", 'import { x } from "../accounts/sessions.ts"'],
  [
    "app/routes/home.tsx",
    'import css from "../styles/home.css?inline"; import "../catalog/dupes.ts"',
  ],
])("an import in the right direction is let pass: %s, %s", (file, source) => {
  expect(importsOf(file, source)).not.toEqual([]);
  expect(violations(importsOf(file, source))).toEqual([]);
});
