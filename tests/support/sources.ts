import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

export interface Node {
  type?: string;
  start?: number;
  end?: number;
  source?: { value?: unknown } | null;
  specifiers?: Node[];
  importKind?: string;
  exportKind?: string;
  [key: string]: unknown;
}

export interface Import {
  from: string;
  /** a file of this project, or a package */
  to: string;
  typesOnly: boolean;
}

/** The product's own sources, without tests and declarations. */
export const sources = globSync("{app,db,migrations}/**/*.{ts,tsx}")
  .filter((file) => !/\.(test|d)\.tsx?$/u.test(file))
  .sort();

export const read = (file: string) => readFileSync(file, "utf8");

export const parsed = (file: string, source: string) =>
  parseSync(file, source).program as unknown as Node;

/** Calls `visit` on every node below, outermost first; stops below a node for which it returns false. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of Object.values(node).flat())
    if (typeof child === "object" && child !== null) walk(child as Node, visit);
}

/** @returns what a source imports or re-exports, by static, dynamic and type imports */
export function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: unknown, typesOnly: boolean) => {
    // A computed specifier, as in db/migrate.ts, is not a string literal.
    if (typeof specifier !== "string") return;
    const to = specifier.replace(/\?.*$/u, "").replace(/^#/u, "");
    found.push({ from: file, to: to.startsWith(".") ? join(dirname(file), to) : to, typesOnly });
  };
  walk(parsed(file, source), (node) => {
    const { type = "", specifiers = [] } = node;
    const isType = (one: Node) => (one.importKind ?? one.exportKind) === "type";
    if (!node.source) return;
    if (/^(Import|ExportNamed|ExportAll)Declaration$/u.test(type))
      add(node.source.value, isType(node) || (specifiers.length > 0 && specifiers.every(isType)));
    if (/^(ImportExpression|TSImportType)$/u.test(type))
      add(node.source.value, type === "TSImportType");
  });
  return found;
}

export const allImports = () => sources.flatMap((file) => importsOf(file, read(file)));
