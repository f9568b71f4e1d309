// Which room may import which. README.md has the map.
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { allImports, type Import, importsOf } from "./support/sources.ts";

/**
 * Every room, from top to bottom, with the rooms it may import; types count too. A room is a folder of `app/`, a subject of
 * `app/domain/`, `db` or one of its folders, or a file at the top of `app/`.
 */
const house = `
start.ts → commands · http · config.ts
entry.server.tsx → site · ui · http · seo · i18n
entry.client.tsx → http · i18n
root.tsx → ui · http · i18n · styles
routes.ts

site → ui · http · domain/desk · domain/open-data · domain/messages · domain/shelf · domain/suggestions · domain/reviews · domain/views · domain/search · domain/prices · domain/voices · domain/catalog · domain/accounts · index-now · metrics · mail · limits · uploads · jobs · i18n · config.ts · db/open · db
routes → ui · http · seo · domain/desk · domain/open-data · domain/pairs · domain/messages · domain/shelf · domain/suggestions · domain/reviews · domain/search · domain/prices · domain/voices · domain/catalog · domain/accounts · domain/refused-act.ts · email-address.ts · uploads · jobs · i18n · styles · db
commands → domain/desk · domain/search · domain/open-data · domain/prices · domain/catalog · domain/accounts · domain/refused-act.ts · index-now · mail · uploads · i18n · config.ts · db/backup · db/copy · db/open · db

ui → http · domain/catalog · jobs · i18n · styles
seo → i18n
http → domain/desk · domain/open-data · domain/shelf · domain/search · domain/voices · domain/catalog · domain/accounts · domain/refused-act.ts · email-address.ts · metrics · limits · uploads · jobs · i18n · config.ts · styles · db

domain/desk → domain/open-data · domain/messages · domain/shelf · domain/suggestions · domain/reviews · domain/views · domain/prices · domain/voices · domain/catalog · domain/accounts · domain/refused-act.ts · email-address.ts · mail · uploads · i18n · db/backup · db/sqlite · db
domain/messages → domain/accounts · mail · i18n · db
domain/shelf → domain/prices · domain/catalog · domain/accounts · domain/refused-act.ts · mail · jobs · i18n · db
domain/suggestions → domain/voices · domain/catalog · domain/accounts · domain/refused-act.ts · mail · i18n · db
domain/open-data → domain/reviews · domain/prices · domain/catalog · domain/accounts · uploads · db/sqlite · db
domain/pairs → domain/reviews · domain/catalog · i18n · db
domain/reviews → domain/voices · domain/catalog · domain/accounts · domain/refused-act.ts · db
domain/views → domain/catalog · jobs · db
domain/search → domain/catalog · jobs · i18n · db
domain/prices → domain/voices · domain/catalog · domain/accounts · domain/refused-act.ts · jobs · i18n · db
domain/catalog → domain/voices · domain/accounts · uploads · i18n · db
domain/voices → domain/accounts · db
domain/accounts → domain/refused-act.ts · email-address.ts · mail · uploads · jobs · i18n · db
domain/refused-act.ts

index-now → jobs · i18n · db
mail → jobs · i18n · db
metrics
limits → db
i18n → config.ts
config.ts → environment.ts · unsafe-settings.ts · db
environment.ts → unsafe-settings.ts · email-address.ts · uploads · db
email-address.ts
unsafe-settings.ts → db
uploads → jobs · db
jobs → db
styles

db/backup → db/copy · db/open · db/postgres · db/sqlite · db
db/copy → db/postgres · db/sqlite · db
db/open → db/postgres · db/sqlite · db
db/postgres → db
db/sqlite → db
db → migrations
migrations
`;

const arrows: Record<string, string[]> = Object.fromEntries(
  house
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" → "))
    .map(([room, others]) => [room!, others?.split(" · ") ?? []]),
);

/** Imports allowed by an exception, each with its reason. */
const exceptions: Record<string, string> = {
  // Migrations are written in both SQL dialects.
  "migrations → db/dialect.ts": "which database it is",
  "migrations → db/triggers.ts": "one text of a trigger for both",
  "migrations → db/postgres/month-parts.ts": "the first parts of a table",
};

const framework =
  /^(react|react-dom|react-router|react-i18next|remix-i18next|@react-router\/[\w-]+|@conform-to\/react)(\/|$)/u;

/** What `ui` may run of the domain: presentation code without a database. */
const presentation = /^app\/domain\/catalog\/slugs\.ts$/u;

/** @returns the room of a file: "domain/catalog", "ui", "config.ts" for a file at the top of `app/`, "db/sqlite"; "package" */
function roomOf(file: string): string {
  const [top = "", folder = "", inner = ""] = file.split("/");
  // The router's generated types.
  if (file.includes("/+types")) return "package";
  if (top === "db") return inner ? `db/${folder}` : "db";
  if (top === "migrations" || top === "tests") return top;
  if (top !== "app") return "package";
  return folder === "domain" ? `domain/${inner}` : folder;
}

/** @returns why an import is not allowed, as a sentence; undefined if it is allowed */
function violation({ from, to, typesOnly }: Import): string | undefined {
  const [own, other] = [roomOf(from), roomOf(to)];
  if (other === "package")
    return own.startsWith("domain/") && framework.test(to)
      ? `${from} imports ${to}: the domain knows neither React nor the router.`
      : undefined;
  if (own === other || Object.hasOwn(exceptions, `${own} → ${to}`)) return undefined;
  if (!arrows[own]?.includes(other))
    return `${from} imports ${to}: ${own} may not import ${other}.`;
  if (own === "ui" && other.startsWith("domain/") && !typesOnly && !presentation.test(to))
    return `${from} imports ${to}: ui runs nothing of the domain but what is made for showing.`;
  return undefined;
}

const violations = (imports: Import[]) => imports.flatMap((one) => violation(one) ?? []);

type Arrow = Pick<Import, "from" | "to">;

/** @returns the members of a cycle, with the first repeated at the end; null when there is none */
function circleIn(all: Arrow[]): string[] | null {
  const next = Map.groupBy(all, ({ from }) => from);
  const done = new Set<string>();
  const follow = (place: string, path: string[]): string[] | null => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place];
    if (done.has(place)) return null;
    for (const { to } of next.get(place) ?? []) {
      const circle = follow(to, [...path, place]);
      if (circle) return circle;
    }
    done.add(place);
    return null;
  };
  for (const place of next.keys()) {
    const circle = follow(place, []);
    if (circle) return circle;
  }
  return null;
}

const imports = allImports();
const between = imports
  .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to), file: to }))
  .filter(
    ({ from, to, file }) => to !== "package" && from !== to && !exceptions[`${from} → ${file}`],
  );

test("every import is allowed by a listed arrow", () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(violations(imports)).toEqual([]);
});

test("no import cycles between files, types included", () => {
  expect(circleIn(imports)).toBeNull();
});

test("no cycles between folders", () => {
  const stated = Object.entries(arrows).flatMap(([from, others]) =>
    others.map((to) => ({ from, to })),
  );
  expect(circleIn(stated)).toBeNull();
  expect(circleIn(between)).toBeNull();
});

test("every listed arrow is used", () => {
  const there = new Set(between.map(({ from, to }) => `${from} → ${to}`));
  // db/migrate.ts imports migrations by name at run time.
  there.add("db → migrations");
  const stated = Object.entries(arrows).flatMap(([from, others]) =>
    others.map((to) => `${from} → ${to}`),
  );
  expect(stated.filter((arrow) => !there.has(arrow))).toEqual([]);
});

test("folders are listed from top to bottom: no arrow points up", () => {
  const rooms = Object.keys(arrows);
  const upward = Object.entries(arrows).flatMap(([from, others]) =>
    others
      .filter((to) => rooms.indexOf(to) <= rooms.indexOf(from))
      .map((to) => `${from} → ${to}: list ${to} below ${from}.`),
  );
  expect(upward).toEqual([]);
});

test("at most 32 folders take part in imports", () => {
  const folders = Object.keys(arrows).filter(
    (room) =>
      !/\.tsx?$/u.test(room) && between.some(({ from, to }) => from === room || to === room),
  );
  const drawn = folders.map((room) => {
    const others = arrows[room]!.filter((other) => folders.includes(other));
    return others.length > 0 ? `${room} → ${others.join(" · ")}` : room;
  });
  console.info(drawn.join("\n"));
  // Style sheets are imported, but import nothing.
  expect(folders.filter((room) => room !== "styles").length).toBeLessThanOrEqual(32);
});

test("every import of a project file resolves", () => {
  const there = new Set(globSync("{app,db,migrations}/**/*.*"));
  const lost = imports.filter(({ to }) => roomOf(to) !== "package" && !there.has(to));
  expect(lost).toEqual([]);
});

// Proves that the checks can fail.
test.each([
  ["db/database.ts", 'import type { X } from "#app/config.ts"', "db may not import config.ts"],
  [
    "app/domain/catalog/x.ts",
    'export * from "#app/routes/home/home.tsx"',
    "domain/catalog may not import routes",
  ],
  [
    "app/domain/reviews/x.ts",
    'import { data } from "react-router"',
    "the domain knows neither React nor the router",
  ],
  ["app/http/x.ts", 'await import("../ui/link.tsx")', "http may not import ui"],
  [
    "app/ui/card.tsx",
    'import { a, type B } from "../domain/catalog/relations.ts"',
    "ui runs nothing of the domain but what is made for showing",
  ],
  [
    "app/routes/home.tsx",
    'import { x } from "../../tests/support/site.ts"',
    "routes may not import tests",
  ],
])("detects an import in the wrong direction: %s, %s", (file, source, why) => {
  const found = importsOf(file, source);
  expect(violations(found)).toEqual([`${file} imports ${found[0]?.to}: ${why}.`]);
});

test("detects a cycle, also one of types only", () => {
  const circle = [
    ...importsOf("app/i18n/a.ts", 'import type { B } from "./b.ts"'),
    ...importsOf("app/i18n/b.ts", 'import { c } from "./c.ts"'),
    ...importsOf("app/i18n/c.ts", 'import { a } from "./a.ts"'),
  ];
  const [a, b, c] = ["app/i18n/a.ts", "app/i18n/b.ts", "app/i18n/c.ts"];
  expect(circleIn(circle)).toEqual([a, b, c, a]);
  expect(circleIn(circle.slice(1))).toBeNull();
});
