import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { postgresPrograms } from "./tests/support/postgres.ts";

/** Tests of SQLite's file, its locks or its copies, and of the starter catalogue's data, which others load on both. */
const sqliteOnly = [
  "app/domain/catalog/starter/starter.test.ts",
  "app/routes/perfume/texts.test.ts",
  "db/sqlite/**",
  "db/backup/**",
  "db/open/open.test.ts",
  "db/migrate.test.ts",
  // Uses the tests' fake clock, which PostgreSQL does not follow.
  "app/domain/views/view-log.test.ts",
];

/** Page tests that do not depend on the database, whose SQL other tests run on both, or that start a PostgreSQL. */
const pagesOfAnyDatabase = [
  "addresses",
  "api",
  "browse",
  "bytes",
  "confirmation",
  "consent*",
  "crawl",
  "crawlers",
  "data-page",
  "delivery",
  "desk",
  "durability",
  "emails",
  "error-catalogue",
  "facts",
  "floods",
  "heads",
  "home",
  "host-cookies",
  "hostile-forms",
  "html",
  "image-sources",
  "kept-votes",
  "languages",
  "manifest",
  "open-data",
  "perfume",
  "request-id",
  "sample",
  "second-factor",
  "security-headers",
  "several-processes",
  "sign-in",
  "sign-in-log",
  "sign-up",
  "sources",
  "structured-data",
  "voting",
].map((name) => `tests/pages/${name}.test.ts`);

/** Faults that happen at a step of the work, or at several times within it: they can run side by side. */
const timelessFaults = [
  "answers",
  "backup-killed",
  "backup-postgres",
  "broken-disk",
  "copy",
  "crash",
  "database-gone",
  "desk-unwritable",
  "dump-killed",
  "dump-processes",
  "postgres-start",
  "replaced-packages",
  "request-id",
  "start-refused",
  "start-warnings",
  "third-parties",
  "uploads-store",
  "weekly-emails",
].map((name) => `tests/faults/${name}.test.ts`);

/** Faults that other work on the machine would disturb, so not beside the journeys: a picture has seconds, a kill comes at a part of a measured time. */
const quietFaults = ["desk-killed", "stopping"].map((name) => `tests/faults/${name}.test.ts`);

export default defineConfig({
  test: {
    // Servers and commands start in two thirds of the time.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/test-results/compiled` },
    // Vitest's default would leave one of two cores idle.
    maxWorkers: "100%",
    // Long, because a busy machine is slow: it only catches hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A line for each sign-in of the tests would hide what matters.
    onConsoleLog: (log) => !/"event":"\w+","outcome":/u.test(log),
    expect: { poll: { timeout: 120_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          globalSetup: "tests/support/sqlite-template.ts",
          include: ["{app,db,migrations}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
          // Loading the domain anew for each file would take half of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [productionPackages()],
        test: {
          name: "pages",
          globalSetup: "tests/support/sqlite-template.ts",
          include: ["tests/pages/**/*.test.ts"],
          pool: "forks",
          // A site keeps no state in its modules, so files can share a process; React reads NODE_ENV at its first import.
          isolate: false,
          restoreMocks: true,
          env: { NODE_ENV: "production" },
        },
      },
      ...(postgresPrograms() ? onPostgres() : []),
      {
        extends: true,
        test: {
          name: "timeless faults",
          globalSetup: "tests/support/sqlite-template.ts",
          include: timelessFaults,
          pool: "forks",
        },
      },
      faults("faults", ["tests/faults/**/!(*.slow).test.ts"], [...timelessFaults, ...quietFaults]),
      faults("quiet faults", quietFaults),
      // Run only by `npm run faults`.
      ...(process.env.FAULTS === "all"
        ? [faults("slow faults", ["tests/faults/**/*.slow.test.ts"])]
        : []),
    ],
  },
});

/** The tests that use a database, again on PostgreSQL. */
function onPostgres(): TestProjectConfiguration[] {
  const files = globSync("{app,db}/**/*.test.ts").filter((file) =>
    /fresh(Database|File)\(/u.test(readFileSync(file, "utf8")),
  );
  const common = {
    globalSetup: "tests/support/postgres-server.ts",
    setupFiles: "tests/support/postgres-hooks.ts",
    pool: "forks" as const,
    isolate: false,
    // `npm run verify -- --all` and recording run all of them.
    ...(process.env.ALL_TESTS || process.env.RECORD_STATEMENTS
      ? {}
      : { runner: "tests/support/postgres-runner.ts" }),
  };
  return [
    {
      extends: true,
      test: { ...common, name: "unit on PostgreSQL", include: files, exclude: sqliteOnly },
    },
    {
      extends: true,
      plugins: [productionPackages()],
      test: {
        ...common,
        name: "pages on PostgreSQL",
        include: ["tests/pages/**/*.test.ts"],
        exclude: pagesOfAnyDatabase,
        restoreMocks: true,
        env: { NODE_ENV: "production" },
      },
    },
  ];
}

/** Tests of a server in a separate process, one file at a time because they measure times or kill at a moment. */
function faults(name: string, include: string[], exclude?: string[]): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      globalSetup: "tests/support/sqlite-template.ts",
      include,
      ...(exclude && { exclude }),
      pool: "forks",
      fileParallelism: false,
      sequence: { groupOrder: 1 },
    },
  };
}

/** Vitest would load development builds of packages, but page tests must run what production runs. */
function productionPackages(): Plugin {
  return {
    name: "production-packages",
    configResolved({ ssr, environments }) {
      const conditions = ["module", "node"];
      ssr.resolve = { ...ssr.resolve, conditions };
      for (const { resolve } of Object.values(environments)) resolve.conditions = conditions;
    },
  };
}
