import { defineConfig, devices } from "@playwright/test";
import { languageCodes } from "#app/i18n/languages.ts";
import { shellOptions } from "../support/chromium.ts";
import type { Blocked } from "./flow-steps.ts";
import { emailsFolder } from "./emails.ts";
import { sessionSecret } from "./session-secret.ts";

// What a test itself uses of the site is what runs in production: React reads it when it is first imported.
process.env.NODE_ENV = "production";

// Another port lets a second working copy run its journeys at the same time.
const port = Number(process.env.JOURNEYS_PORT ?? 3457);
const origin = `http://localhost:${port}`;
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
export default defineConfig<{ blocked: Blocked }>({
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
  use: { baseURL: origin, locale: "es-ES", actionTimeout: 15_000 },
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
  ],
  webServer: {
    command: "node tests/support/journey-server.ts",
    cwd: new URL("../..", import.meta.url).pathname,
    url: `${origin}/healthz`,
    env: {
      PORT: String(port),
      APP_ORIGIN: origin,
      DATABASE_URL: "file:./test-results/journeys.db",
      EMAILS_DIR: emailsFolder,
      MAIL_DIR: "./test-results/outbox",
      UPLOADS_DIR: "./test-results/uploads",
      SESSION_SECRET: sessionSecret,
      // Every test is a client of its own (steps.ts).
      TRUSTED_PROXY_HOPS: "1",
    },
    stdout: "ignore",
  },
});
