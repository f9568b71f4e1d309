// Style, layout and paint of pages in Chromium, beside an empty page and, in turn, beside another version (BESIDE=its origin).
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../support/chromium.ts";
import { withAllPerfumes } from "./databases.ts";
import { percentile } from "./measure.ts";
import { serve } from "./server.ts";

const rounds = 15;
const counted = new Set(["UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"]);

const database = `file:${join(mkdtempSync(join(tmpdir(), "sosia-render-")), "bench.db")}`;
await (await withAllPerfumes(database)).destroy();
const site = await serve("app/start.ts", 3465, { DATABASE_URL: database });
const browser = await chromium.launch(launchOptions);

/** @returns milliseconds that the browser's main thread spends on style, layout and paint until the page is loaded */
async function rendering(url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.goto(url);
  await page.waitForTimeout(200);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  await page.close();
  const events = trace.traceEvents as { name: string; dur?: number }[];
  return events.reduce((sum, { name, dur = 0 }) => sum + (counted.has(name) ? dur / 1000 : 0), 0);
}

const beside = process.env.BESIDE;
const pages = { home: "/es", perfume: "/es/perfume/dior-sauvage-1" };
const empty = "data:text/html,<!doctype html><title>Empty</title>";
const table: Record<string, Record<string, number>> = {};
for (const [name, path] of Object.entries(pages)) {
  const urls = { ms: site.origin + path, ...(beside && { beside: beside + path }), empty };
  const times = Object.entries(urls).map(([of, url]) => ({ of, url, all: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const { url, all } of times) all.push(await rendering(url));
  table[name] = Object.fromEntries(times.map(({ of, all }) => [of, percentile(all, 50)]));
}
await browser.close();
await site.stop();
console.log(`\nStyle, layout and paint at 390 px, median of ${rounds}`);
console.table(table);
