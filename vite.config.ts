import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { reactRouter } from "@react-router/dev/vite";
import { createRequestListener } from "@remix-run/node-fetch-server";
import type { ServerBuild } from "react-router";
import { isRunnableDevEnvironment, minify, type Plugin, type RunnableDevEnvironment } from "vite";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { readConfig } from "./app/config.ts";
import type { Site } from "./app/site/site.ts";
import { postgresPrograms } from "./tests/support/postgres.ts";

const testing = process.env.VITEST !== undefined;

/** Tests of what only SQLite has: its file, its locks, copies of its file. */
const sqliteOnly = [
  "db/sqlite/**",
  "db/backup/**",
  "db/open/open.test.ts",
  "db/migrate.test.ts",
  // Writes by the clock of the tests, which PostgreSQL does not answer to.
  "app/domain/views/view-log.test.ts",
];

/** Tests of pages that are the same whichever database there is. */
const pagesOfAnyDatabase = [
  // Of their frame, headers, size and scripts.
  "bytes",
  "consent*",
  "crawl",
  "heads",
  "html",
  "languages",
  "manifest",
  "security-headers",
  "structured-data",
  // Of files, the catalogue of a file of its own, or a server that is killed.
  "delivery",
  "durability",
  "index-now-start",
].map((name) => `tests/pages/${name}.test.ts`);

export default defineConfig({
  plugins: testing
    ? []
    : [
        minifiedInlineScripts(),
        siteInDevelopment(),
        deskOnServersOnly(),
        reactRouter(),
        plainImports(),
      ],
  build: {
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    // From spring 2023 on: older ones get the page without the finer points, not with twice the bytes.
    cssTarget: ["chrome111", "safari16.4", "firefox113"],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page has, with all that it needs, is one file: 5 KB of brotli less than in twenty.
              groups: [
                {
                  name: "frame",
                  test: /\/app\/ui\/(header|footer|consent-banner|error-page|perfume-picture|refused|notice-sheet)\.tsx$/,
                },
              ],
            },
          },
        },
      },
    },
  },
  test: {
    // Vitest's own number is one less than there are cores, which would leave one of two idle.
    maxWorkers: "100%",
    // Only for what hangs: a busy machine takes its time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,db,migrations}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
        },
      },
      {
        extends: true,
        plugins: [productionPackages()],
        test: {
          name: "pages",
          include: ["tests/pages/**/*.test.ts"],
          pool: "forks",
          // A site keeps nothing in its modules, so files may share a process; React reads NODE_ENV when it is first imported.
          isolate: false,
          restoreMocks: true,
          env: { NODE_ENV: "production" },
        },
      },
      ...(postgresPrograms() ? onPostgres() : []),
      faults("faults", "tests/faults/**/!(*.slow).test.ts"),
      // Only `npm run faults` runs these.
      ...(process.env.FAULTS === "all"
        ? [faults("slow faults", "tests/faults/**/*.slow.test.ts")]
        : []),
    ],
  },
});

/** The tests that have a database, once more on PostgreSQL; what they say of files is SQLite's alone. */
function onPostgres(): TestProjectConfiguration[] {
  const files = globSync("{app,db}/**/*.test.ts").filter((file) =>
    /fresh(Database|File)\(/u.test(readFileSync(file, "utf8")),
  );
  const common = {
    globalSetup: "tests/support/postgres-server.ts",
    setupFiles: "tests/support/postgres-hooks.ts",
    // Files share a process, its connections and what it has imported; no module of the site keeps anything.
    pool: "forks" as const,
    isolate: false,
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

/** Tests that end, fill, lock or attack a server that runs as a process of its own; one file at a time, because they measure. */
function faults(name: string, include: string): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [include],
      pool: "forks",
      fileParallelism: false,
      sequence: { groupOrder: 1 },
    },
  };
}

/** Vitest has Node take the development build of packages, as of react-router: page tests are of what runs in production. */
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

/** The scripts that pages have inline, which are imported as text. */
function minifiedInlineScripts(): Plugin {
  return {
    name: "minified-inline-scripts",
    enforce: "pre",
    load: {
      filter: { id: /\/app\/http\/browser\/[^/]+\.js\?raw$/ },
      async handler(id) {
        const file = id.replace("?raw", "");
        this.addWatchFile(file);
        const { code, errors } = await minify(file, await readFile(file, "utf8"), {
          module: false,
        });
        if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
        return `export default ${JSON.stringify(code)}`;
      },
    },
  };
}

/**
 * `import()` in a browser is the browser's own: Vite's helper is for chunks with styles of their own, which there are none
 * of, and would be 700 B of brotli on every page.
 */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js"
        ? "export const __vitePreload = (load) => load();"
        : undefined,
  };
}

/** Pages of the desk have no scripts (RULES.md 25.2): what browsers could load of each is an empty module. */
function deskOnServersOnly(): Plugin {
  return {
    name: "desk-on-servers-only",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      order: "post",
      filter: { id: /\/app\/routes\/desk\/[^?]+\?__react-router-build-client-route$/ },
      handler: () => "export {};",
    },
  };
}

/** `npm run dev`: pages come from a site made of the sources, and of another one when they have changed. */
function siteInDevelopment(): Plugin {
  let build: ServerBuild | undefined;
  let site: Site | undefined;
  let listener: RequestListener | undefined;

  async function renew({ runner }: RunnableDevEnvironment) {
    const current = await runner.import("virtual:react-router/server-build");
    if (current === build) return;
    build = current;
    await site?.close();
    site = current.entry.module.createSite(readConfig(process.env), current) as Site;
    listener = createRequestListener(site.fetch);
  }

  return {
    name: "site-in-development",
    apply: "serve",
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          const { ssr } = server.environments;
          if (!ssr || !isRunnableDevEnvironment(ssr)) return next();
          request.url = request.originalUrl!;
          renew(ssr).then(() => listener!(request, response), next);
        });
      };
    },
  };
}
