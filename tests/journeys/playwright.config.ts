import { defineConfig, devices } from "@playwright/test";
import { languageCodes } from "#app/i18n/languages.ts";
import { shellOptions } from "../support/chromium.ts";
import type { Blocked } from "./flow-steps.ts";
import { type Engine, fileAddress } from "./database.ts";
import { emailFolders } from "./emails.ts";
import { postgresPrograms } from "../support/postgres.ts";
import { sessionSecret } from "./session-secret.ts";

// What a test itself uses of the site is what runs in production: React reads it when it is first imported.
process.env.NODE_ENV = "production";

// Another port lets a second working copy run its journeys at the same time.
const port = Number(process.env.JOURNEYS_PORT ?? 3457);
function originOf(engine: Engine): string {
  return `http://localhost:${engine === "sqlite" ? port : port + 1}`;
}
/** A person goes through everything on PostgreSQL, too, where that can be had. */
const postgres = postgresPrograms() !== null;
if (!postgres) console.warn("PostgreSQL is not there: no journey is on it.");
/** A phone, painted with one dot per pixel and without fading from page to page, which would take half of the time. */
const phone = {
  ...devices["Pixel 7"],
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: "reduce" as const },
  launchOptions: shellOptions,
};

/** Of these files, the tests in other languages than the first one and the one of the longest words. */
const inOtherLanguages = (files: string) =>
  new RegExp(
    `${files} .* in (${languageCodes.filter((code) => !["es", "de"].includes(code)).join("|")})\\b`,
    "u",
  );
const flows = { testMatch: "*.flow.ts" };

/**
 * Every journey runs with and without JavaScript in two languages, and in each language where something is measured
 * (first-screen, search-box) and where it is done by no flow (prices, reports). The flows (*.flow.ts) are all that a person
 * does: without JavaScript in each language, with each script failing on its way and without styles in two, and in a text
 * browser. The words of every answer are the page tests' matter; scripts have theirs from the server, and hydration.script.ts
 * hydrates every page in each language. Files named *.script.ts run with JavaScript only.
 */
export default defineConfig<{ blocked: Blocked }, { engine: Engine }>({
  testDir: ".",
  outputDir: "../../test-results/journeys",
  testMatch: "*.journey.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine may miss a moment; what passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [
    ["line"],
    ["./tables.ts"],
    ["json", { outputFile: "../../test-results/journeys.json" }],
  ],
  // Only for what hangs: a busy machine takes its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: { baseURL: originOf("sqlite"), locale: "es-ES" },
  projects: [
    {
      name: "without JavaScript",
      grepInvert: inOtherLanguages("(accounts|community|desk)\\.journey\\.ts"),
      use: { ...phone, javaScriptEnabled: false },
    },
    {
      name: "with JavaScript",
      testMatch: ["*.journey.ts", "*.script.ts"],
      grepInvert: inOtherLanguages("(?<!first-screen)\\.journey\\.ts"),
      use: { ...phone, javaScriptEnabled: true },
    },
    { name: "flows without JavaScript", ...flows, use: { ...phone, javaScriptEnabled: false } },
    {
      name: "flows with every script failing",
      ...flows,
      grepInvert: inOtherLanguages("\\.flow\\.ts"),
      use: { ...phone, blocked: "scripts" },
    },
    {
      name: "flows with CSS blocked",
      ...flows,
      grepInvert: inOtherLanguages("\\.flow\\.ts"),
      use: { ...phone, javaScriptEnabled: false, blocked: "styles" },
    },
    { name: "flows in a text browser", testMatch: "*.terminal.ts" },
    ...(postgres
      ? [
          {
            name: "flows on PostgreSQL",
            ...flows,
            grep: / in (es|de)\b/u,
            use: {
              ...phone,
              javaScriptEnabled: false,
              engine: "postgres" as const,
              baseURL: originOf("postgres"),
            },
          },
        ]
      : []),
  ],
  webServer: postgres ? [serverOn("sqlite"), serverOn("postgres")] : serverOn("sqlite"),
});

/** A site with the starter catalogue and the sample community, of its own. */
function serverOn(engine: Engine) {
  const url = originOf(engine);
  return {
    // The process itself, so that it is waited for, and not a shell.
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
      SESSION_SECRET: sessionSecret,
      // Every test is a client of its own (steps.ts).
      TRUSTED_PROXY_HOPS: "1",
    },
    stdout: "ignore" as const,
    // Time to end what it has started.
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
  };
}
