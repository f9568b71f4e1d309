import { defineConfig, devices } from "@playwright/test";
import { shellOptions } from "../support/chromium.ts";
import type { Blocked } from "./flow-steps.ts";
import { type Engine, fileAddress } from "./database.ts";
import { emailFolders } from "./emails.ts";
import { postgresPrograms } from "../support/postgres.ts";
import { sessionSecret } from "./session-secret.ts";

// Modules of the site that tests import run in production mode; React reads NODE_ENV when first imported.
process.env.NODE_ENV = "production";

// Another port lets a second working copy run its journeys concurrently.
const port = Number(process.env.JOURNEYS_PORT ?? 3457);
function originOf(engine: Engine): string {
  return `http://localhost:${engine === "sqlite" ? port : port + 1}`;
}
/** The flows also run on PostgreSQL, if it is available. */
const postgres = postgresPrograms() !== null;
if (!postgres) console.warn("PostgreSQL is not installed: its journeys are skipped.");
/** A phone with one dot per pixel and no page transitions, which would take half of the time. */
const phone = {
  ...devices["Pixel 7"],
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: "reduce" as const },
  launchOptions: shellOptions,
};

const flows = { testMatch: "*.flow.ts" };

/**
 * Journeys run in Spanish or German; what is measured, in every language. What people do without JavaScript is in the
 * flows (*.flow.ts), on both databases, with failing scripts, without styles and in a text browser, and in the page tests,
 * which send the same forms. Files named *.script.ts run with JavaScript only, tests tagged @layout without it only: they
 * measure what no script changes.
 */
export default defineConfig<{ blocked: Blocked }, { engine: Engine }>({
  testDir: ".",
  outputDir: "../../test-results/journeys",
  testMatch: "*.journey.ts",
  // Node runs them as they are; Playwright would compile the whole server first.
  build: { external: ["**/{app,build,db}/**", "**/tests/support/**"] },
  fullyParallel: true,
  // More than cores, because browsers wait for the network, the disk and each other.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine can cause a timing failure; a test that passes only on retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["line"], ["json", { outputFile: "../../test-results/journeys.json" }]],
  // Only stops hanging tests, because a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: { baseURL: originOf("sqlite"), locale: "es-ES" },
  projects: [
    {
      name: "without JavaScript",
      use: { ...phone, javaScriptEnabled: false },
    },
    {
      name: "with JavaScript",
      testMatch: ["*.journey.ts", "*.script.ts", "*.flow.ts"],
      grepInvert: [/every flow in es\b/u, /@layout/u],
      use: { ...phone, javaScriptEnabled: true },
    },
    {
      name: "flows with every script failing",
      ...flows,
      grep: / in es\b/u,
      use: { ...phone, blocked: "scripts" },
    },
    {
      name: `flows with CSS blocked${postgres ? " on PostgreSQL" : ""}`,
      ...flows,
      grep: / in de\b/u,
      use: {
        ...phone,
        javaScriptEnabled: false,
        blocked: "styles",
        ...(postgres && { engine: "postgres" as const, baseURL: originOf("postgres") }),
      },
    },
    { name: "flows in a text browser", testMatch: "*.terminal.ts" },
  ],
  webServer: postgres ? [serverOn("sqlite"), serverOn("postgres")] : serverOn("sqlite"),
});

/** A site with the starter catalogue and the sample community. */
function serverOn(engine: Engine) {
  const url = originOf(engine);
  return {
    // exec, so that Playwright waits for the process itself, not for a shell.
    command: "exec node tests/support/journey-server.ts",
    cwd: new URL("../..", import.meta.url).pathname,
    url: `${url}/healthz`,
    env: {
      PORT: new URL(url).port,
      APP_ORIGIN: url,
      DATABASE_URL: engine === "postgres" ? "postgres" : fileAddress,
      EMAILS_DIR: emailFolders[engine],
      MAIL_DIR: `./test-results/outbox-${engine}`,
      UPLOADS_DIR: `./test-results/uploads-${engine}`,
      DUMPS_DIR: `./test-results/dumps-${engine}`,
      SESSION_SECRET: sessionSecret,
      // Every test is a separate client (steps.ts).
      TRUSTED_PROXY_HOPS: "1",
    },
    // It fills a database first, beside the faults.
    timeout: 180_000,
    stdout: "ignore" as const,
    // Time to stop its child processes.
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
  };
}
