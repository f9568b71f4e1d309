// Lighthouse (mobile) on every kind of page, and long tasks on a slow processor before the person acts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../support/chromium.ts";
import { withAllPerfumes } from "./databases.ts";
import { percentile } from "./measure.ts";
import { serve } from "./server.ts";

/** Installed by npx, because it is a hundred megabytes and nothing else needs it. */
const lighthouse = "lighthouse@13.5.0";
const rounds = 5;

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

const folder = mkdtempSync(join(tmpdir(), "sosia-lighthouse-"));
const database = `file:${join(folder, "bench.db")}`;
await (await withAllPerfumes(database)).destroy();
const site = await serve("app/start.ts", 3464, { DATABASE_URL: database });
const perfume = "/es/perfume/dior-sauvage-1";
const html = await (await fetch(site.origin + perfume)).text();
const [, pair = ""] = /href="(\/es\/perfume\/dior-sauvage-1\/[\w-]+)/u.exec(html) ?? [];
if (!pair) throw new Error("The bottle's page links no pair.");
const pages = {
  home: "/es",
  search: "/es?q=dior",
  perfume,
  pair,
  about: "/es/about",
  contact: "/es/contact",
};

function audit(path: string, round: number, tries = 3): Report {
  const file = join(folder, `${round}.json`);
  const run = spawnSync(
    "npx",
    [
      "--yes",
      lighthouse,
      site.origin + path,
      "--quiet",
      "--output=json",
      // The sample community is never indexed (RULES.md 1.14).
      "--skip-audits=is-crawlable",
      `--output-path=${file}`,
      "--chrome-flags=--headless=new --no-sandbox",
    ],
    {
      encoding: "utf8",
      env: { ...process.env, CHROME_PATH: launchOptions.executablePath },
      timeout: 120_000,
    },
  );
  // On a busy machine Lighthouse sometimes misses the start of the page.
  if (run.status !== 0 && tries > 1) return audit(path, round, tries - 1);
  if (run.status !== 0) throw new Error(`Lighthouse failed:\n${run.stderr}`);
  return JSON.parse(readFileSync(file, "utf8"));
}

const table: Record<string, Record<string, number | string>> = {};
for (const [name, path] of Object.entries(pages)) {
  const reports = Array.from({ length: rounds }, (_, round) => audit(path, round));
  const median = (value: (report: Report) => number) => percentile(reports.map(value), 50);
  const score = (key: string) => median((report) => 100 * (report.categories[key]?.score ?? 0));
  const time = (key: string) => median((report) => report.audits[key]?.numericValue ?? Number.NaN);
  table[name] = {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best practices": score("best-practices"),
    SEO: score("seo"),
    "LCP ms": Math.round(time("largest-contentful-paint")),
    CLS: time("cumulative-layout-shift"),
    "TBT ms": time("total-blocking-time"),
    "long tasks at 6×": await inRounds(() => longTasks(site.origin + path)),
  };
}
await site.stop();
table.limit = {
  performance: 100,
  accessibility: 100,
  "best practices": 100,
  SEO: 100,
  "LCP ms": 900,
  CLS: 0,
  "TBT ms": 20,
  "long tasks at 6×": 0,
};
console.log(`\nMobile, simulated, median of ${rounds}`);
console.table(table);

/** @returns the median of all rounds, and the worst when it differs */
async function inRounds(count: () => Promise<number>): Promise<string> {
  const counts: number[] = [];
  for (let round = 0; round < rounds; round++) counts.push(await count());
  const [median, worst] = [percentile(counts, 50), Math.max(...counts)];
  return worst === median ? `${median}` : `${median}, at worst ${worst}`;
}

/** @returns the number of tasks over 50 ms in the page's first two seconds, with the processor slowed down six times */
async function longTasks(url: string): Promise<number> {
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.addInitScript(
    `window.longTasks = 0; new PerformanceObserver((list) => { window.longTasks += list.getEntries().length; }).observe({ type: "longtask", buffered: true });`,
  );
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto(url);
  await page.waitForTimeout(2000);
  const count = await page.evaluate<number>("window.longTasks");
  await browser.close();
  return count;
}
