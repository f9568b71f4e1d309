import { defineConfig, devices } from "@playwright/test";
import { languageCodes } from "#app/i18n/languages.ts";
import { shellOptions } from "../support/chromium.ts";
import type { Blocked } from "./flow-steps.ts";
import { emailsFolder } from "./emails.ts";

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

/** Journeys in other languages than the first one and the one of the longest words, but for what is measured in each. */
const otherLanguages = new RegExp(
  `(?<!first-screen)\\.journey\\.ts .* in (${languageCodes.filter((code) => !["es", "de"].includes(code)).join("|")})\\b`,
  "u",
);
const flows = { testMatch: "*.flow.ts" };

/**
 * Every journey runs without JavaScript, and with it, too, in two languages: scripts have their words from the server, and
 * hydration.script.ts hydrates every page in each language. Files named *.script.ts run with it only. The flows (*.flow.ts) run
 * without it, with each script failing on its way, without styles, and in a text browser.
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
    { name: "without JavaScript", use: { ...phone, javaScriptEnabled: false } },
    {
      name: "with JavaScript",
      testMatch: ["*.journey.ts", "*.script.ts"],
      grepInvert: otherLanguages,
      use: { ...phone, javaScriptEnabled: true },
    },
    { name: "flows without JavaScript", ...flows, use: { ...phone, javaScriptEnabled: false } },
    { name: "flows with every script failing", ...flows, use: { ...phone, blocked: "scripts" } },
    {
      name: "flows with CSS blocked",
      ...flows,
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
      // Every test is a client of its own (steps.ts).
      TRUSTED_PROXY_HOPS: "1",
    },
    stdout: "ignore",
  },
});
