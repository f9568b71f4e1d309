import type { Page } from "@playwright/test";
import type { Db } from "#db/database.ts";
import { type Person, somebody } from "./account-steps.ts";
import { expect, type Shelf, test as base } from "./community-steps.ts";
import type { Translations } from "../support/translations.ts";

/** What the steps of the story share. */
export interface Story {
  page: Page;
  texts: Translations;
  /** the person in the story, who has an account from "sign up" on */
  ana: Person;
  shelf: Shelf;
  db: Db;
  complaints: string[];
}

/** Named actions, each from its first page to its last. */
export type Flows = Record<string, (story: Story) => Promise<void>>;

/** What is kept from the browser, apart from what it does not run. */
export type Blocked = "nothing" | "scripts" | "styles";

/** What Chromium logs to the console because of it. */
const caused: Record<Blocked, RegExp> = {
  nothing: /^$/u,
  scripts: /^Failed to load resource: net::ERR_FAILED \S+\.js$/u,
  styles: /style-src 'none'/u,
};

interface Own {
  blocked: Blocked;
  ana: Person;
  /** Runs flows in sequence. */
  live: (flows: Flows, texts: Translations) => Promise<void>;
}

export const test = base.extend<Own>({
  blocked: ["nothing", { option: true }],
  caused: ({ blocked }, use) => use(caused[blocked]),
  page: async ({ page, blocked }, use) => {
    if (blocked === "styles") await blockStyles(page);
    const failed = blocked === "scripts" ? await failScripts(page) : null;
    await use(page);
    if (failed) expect(failed.length).toBeGreaterThan(0);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixtures that a fixture needs from the pattern
  ana: ({}, use) => use(somebody()),
  live: async ({ page, blocked, ana, shelf, db, complaints }, use) => {
    await use(async (flows, texts) => {
      for (const [name, flow] of Object.entries(flows))
        await test.step(name, async () => {
          await flow({ page, texts, ana, shelf, db, complaints });
          if (blocked !== "nothing") await expectBlocked(page, blocked);
          expect(complaints).toEqual([]);
        });
    });
  },
});

/** Every request for a script fails, as without a network; inline scripts run. */
async function failScripts(page: Page): Promise<string[]> {
  const failed: string[] = [];
  await page.route("**", (route, request) => {
    if (request.resourceType() !== "script" && !/\.m?js($|\?)/u.test(request.url()))
      return route.continue();
    failed.push(request.url());
    return route.abort();
  });
  return failed;
}

/** Every page gets a policy that allows no styles. Redirects pass unchanged, with their cookies. */
async function blockStyles(page: Page) {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, responseStatusCode = 0, responseHeaders }) => {
    const answer = async () => {
      if (!responseHeaders || Math.floor(responseStatusCode / 100) === 3)
        return session.send("Fetch.continueRequest", { requestId });
      const { body, base64Encoded } = await session.send("Fetch.getResponseBody", { requestId });
      return session.send("Fetch.fulfillRequest", {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: responseHeaders
          .filter(({ name }) => !/^content-(encoding|length)$/iu.test(name))
          .map(({ name, value }) => ({
            name,
            value: value.replace(/style-src [^;]*/u, "style-src 'none'"),
          })),
        body: base64Encoded ? body : Buffer.from(body).toString("base64"),
      });
    };
    // A page closed meanwhile needs no response.
    answer().catch(() => {});
  });
  const patterns = [{ resourceType: "Document" as const, requestStage: "Response" as const }];
  await session.send("Fetch.enable", { patterns });
}

/** The page never hydrates, fits the screen, and without styles has the browser's default margin and hides nothing. */
async function expectBlocked(page: Page, blocked: Blocked) {
  await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
  const styles = await page.evaluate(() => {
    const hidden = document.querySelector("header .unseen")!;
    const wide = document.documentElement.scrollWidth > screen.width;
    return [getComputedStyle(document.body).margin, getComputedStyle(hidden).position, wide];
  });
  expect(styles).toEqual(
    blocked === "styles" ? ["8px", "static", false] : ["0px", "absolute", false],
  );
}
