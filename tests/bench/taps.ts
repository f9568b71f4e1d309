// From a finger on the glass to what it asked for on the screen, on a slow phone: without scripts, before the page
// hydrates, while it does, and afterwards. `node tests/bench/taps.ts --rounds 3 --only card,vote --in before` measures less.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, devices, type Page } from "@playwright/test";
import { createCookies } from "#app/http/middleware/cookies.ts";
import { addAccount } from "../support/accounts.ts";
import { launchOptions } from "../support/chromium.ts";
import { newSession } from "../support/sign-in.ts";
import { withSample } from "./databases.ts";
import { percentile } from "./measure.ts";
import { serve } from "./server.ts";
import { slowLine } from "./slow-line.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    only: { type: "string" },
    in: { type: "string" },
  },
});

interface Tap {
  on: string;
  /** visible selectors */
  press: string;
  shows: string;
  signedIn?: true;
  /** before the tap; its time does not count */
  first?: (page: Page) => Promise<void>;
}

const perfume = "/es/perfume/dior-sauvage-1";
const card = ".dupes > :nth-child(2)";
const search = "main input[name=q]";

async function typeName(page: Page) {
  await tap(page, search);
  await page.locator(search).pressSequentially("aventu", { delay: 150 });
}

const taps: Record<string, Tap> = {
  "card on home": { on: "/es", press: ".grid h3 a", shows: ".perfume h1" },
  result: { on: "/es?q=aventus", press: ".grid h3 a", shows: ".perfume h1" },
  "suggestion, from its press": {
    on: "/es",
    press: "#found-0, #found a",
    shows: ".perfume h1",
    first: async (page) => {
      await typeName(page);
      await page.locator("#found-0").waitFor();
    },
  },
  "list of suggestions, from the last key": {
    on: "/es",
    press: "key",
    shows: "#found-0",
    first: typeName,
  },
  "browser's back": {
    on: "/es",
    press: "back",
    shows: ".hero h1",
    first: async (page) => {
      await tap(page, ".grid h3 a");
      await page.locator(".perfume h1").waitFor();
      await page.waitForTimeout(1500);
    },
  },
  "page's back": { on: perfume, press: "a.back", shows: ".hero h1" },
  language: {
    on: perfume,
    press: "button[lang=fr]",
    shows: "html[lang=fr] h1",
    first: (page) => tap(page, "details:has(button[lang=fr]) summary"),
  },
  brand: { on: perfume, press: ".facts a", shows: ".browse h1" },
  "brand's letter": { on: "/es/brand/dior", press: ".browse a.back", shows: ".browse .numbers" },
  "dupe's own page": {
    on: perfume,
    press: `${card} h3 a`,
    shows: ".perfume h1",
  },
  reviews: { on: perfume, press: `${card} a[href*="reviews="]`, shows: "#reviews" },
  prices: { on: perfume, press: `${card} .amount`, shows: "#prices table" },
  sort: {
    on: perfume,
    press: '.answers a[href*="sort=price"]',
    shows: '.answers a[href*="sort=price"][aria-current]',
  },
  "vote, seen": {
    on: perfume,
    press: `${card} .vote[value="1"]`,
    shows: `${card} .vote[value="1"][aria-pressed=true]`,
    signedIn: true,
  },
  "heart, seen": {
    on: perfume,
    press: ".way .keep",
    shows: ".way .keep[aria-pressed=true]",
    signedIn: true,
  },
};

const allStates = ["no scripts", "before", "during", "after"] as const;
type State = (typeof allStates)[number];
const states = allStates.filter((state) => options.in?.split(",").includes(state) ?? true);

const folder = mkdtempSync(join(tmpdir(), "sosia-taps-"));
const database = `file:${join(folder, "bench.db")}`;
const secret = "a secret of the benchmark of taps";
const cookies = createCookies({ secure: false, sessionSecrets: [secret] });
const db = await withSample(database);
const [port, line] = [3466, 3467];
const origin = `http://127.0.0.1:${line}`;
const site = await serve("app/start.ts", port, {
  DATABASE_URL: database,
  SESSION_SECRET: secret,
  APP_ORIGIN: origin,
});
const slow = await slowLine(line, port);
const browser = await chromium.launch(launchOptions);

const table: Record<string, Record<string, string>> = {};
const named = options.only?.split(",");
for (const [name, what] of Object.entries(taps)) {
  if (named && !named.some((part) => name.includes(part))) continue;
  const times: Record<State, number[]> = { "no scripts": [], before: [], during: [], after: [] };
  const interactions: number[] = [];
  for (let round = 0; round < Number(options.rounds); round++)
    for (const state of states) {
      const measured = await measure(browser, what, state).catch((error: Error) => {
        if (round === 0) console.log(`${name}, ${state}: ${error.message.split("\n")[0]}`);
      });
      if (!measured) continue;
      times[state].push(measured.time);
      interactions.push(measured.interaction);
    }
  const cells = states.map((state) => [
    state,
    times[state].length === 0
      ? "–"
      : `${Math.round(percentile(times[state], 50))} (${Math.max(...times[state])})`,
  ]);
  table[name] = {
    ...Object.fromEntries(cells),
    "longest interaction": String(Math.max(0, ...interactions)),
  };
  console.log(name, table[name]);
}
console.log(
  `\nms to the painted answer, median (worst) of ${options.rounds}; processor 4 times slower, 150 ms, 1.6 Mbit/s`,
);
console.table(table);
await browser.close();
slow.stop();
await site.stop();
await db.destroy();

async function measure(on: Browser, what: Tap, state: State) {
  const context = await on.newContext({
    ...devices["Pixel 7"],
    locale: "es-ES",
    ...(state === "no scripts" && { extraHTTPHeaders: { "Save-Data": "on" } }),
  });
  try {
    if (what.signedIn) await signIn(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.addInitScript(watchPaint);
    await throttle(page);
    await page.goto(origin + what.on);
    await page.waitForTimeout(1200);
    if (state === "after" || state === "during") {
      await tap(page, "header input[name=q]");
      if (state === "after")
        await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      await page.waitForTimeout(state === "after" ? 1500 : 400);
    }
    await what.first?.(page);
    await page.evaluate((shows) => {
      sessionStorage.setItem("title", document.querySelector("h1")!.textContent);
      sessionStorage.setItem("wanted", shows);
    }, what.shows);
    if (what.press === "back") await page.evaluate(() => void setTimeout(() => history.back()));
    else if (what.press === "key") await page.keyboard.press("s");
    else await tap(page, what.press);
    const seen = await page.waitForFunction(() => sessionStorage.getItem("seen"));
    await page.waitForTimeout(300);
    const interaction = await page.evaluate(() => sessionStorage.getItem("interaction"));
    return { time: Number(await seen.jsonValue()), interaction: Number(interaction) };
  } finally {
    await context.close();
  }
}

async function signIn(context: BrowserContext) {
  const id = await addAccount(db, `finger_${Math.random().toString(36).slice(2)}`, {
    createdAt: new Date(Date.now() - 30 * 86_400_000).toISOString(),
  });
  const value = await newSession(db, cookies, id);
  await context.addCookies([{ name: cookies.session.name, value, url: origin }]);
}

async function throttle(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** A finger of 80 ms. */
async function tap(page: Page, selector: string) {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(80);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** In every document: notes the time of the finger, that of the frame which shows what it wanted, and the longest event. */
function watchPaint() {
  const begin = (event: Event) => {
    if (sessionStorage.getItem("wanted") && !sessionStorage.getItem("began"))
      sessionStorage.setItem("began", String(performance.timeOrigin + event.timeStamp));
  };
  for (const type of ["touchstart", "keydown"]) addEventListener(type, begin, true);
  addEventListener("pagehide", () => {
    if (sessionStorage.getItem("wanted") && !sessionStorage.getItem("began"))
      sessionStorage.setItem("began", String(Date.now()));
  });
  const events = { type: "event", durationThreshold: 16 };
  new PerformanceObserver((list) => {
    if (!sessionStorage.getItem("wanted")) return;
    const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
    if (longest > Number(sessionStorage.getItem("interaction")))
      sessionStorage.setItem("interaction", String(longest));
  }).observe(events);
  const look = () => {
    const [wanted, began] = ["wanted", "began"].map((key) => sessionStorage.getItem(key));
    const shown = wanted && began && document.querySelector(wanted);
    // Dupes' pages have a title of the same kind.
    const isIt =
      shown && (shown.tagName !== "H1" || shown.textContent !== sessionStorage.getItem("title"));
    if (isIt && !sessionStorage.getItem("seen"))
      requestAnimationFrame(() =>
        setTimeout(() =>
          sessionStorage.setItem("seen", String(Math.round(Date.now() - Number(began)))),
        ),
      );
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
