import { randomInt } from "node:crypto";
import { expect, type Page, type Request, test as base } from "@playwright/test";

export { expect };

/**
 * A test that fails on any console message or failed request of our site. Each test is a separate client, so that
 * tests do not share limits.
 */
export const test = base.extend<{ caused: RegExp; complaints: string[] }>({
  /** console messages, and their addresses, that the test itself causes */
  caused: [/^$/u, { option: true }],
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const part = () => randomInt(256);
    await use({ ...extraHTTPHeaders, "X-Forwarded-For": `10.${part()}.${part()}.${part()}` });
  },
  complaints: [
    async ({ page, caused }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (
          ["error", "warning"].includes(message.type()) &&
          !caused.test(`${message.text()} ${message.location().url}`)
        )
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => {
        // Chromium's own message: on a slow machine it skips a view transition between two documents.
        if (!String(error).includes("Transition was aborted")) complaints.push(String(error));
      });
      await use(complaints);
      // Browsers also complain of links that are spent.
      expect(complaints.filter((one) => !one.includes("status of 410"))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Types into home's search box and presses Enter, which works with and without JavaScript. */
export async function search(page: Page, query: string) {
  await page.getByRole("main").getByRole("combobox").fill(query);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?q=/);
}

/** Hydrates the page by a sign of intent, and waits for it. */
export async function hydrated(page: Page) {
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/** Expects exactly these failed responses, which Chromium reports, and no other console message. */
export async function refused(complaints: string[], ...statuses: number[]) {
  const reported = () =>
    complaints.map(
      (complaint) => Number(/with a status of (\d+)/.exec(complaint)?.[1]) || complaint,
    );
  await expect.poll(reported).toEqual(statuses);
  complaints.splice(0);
}

/** Delays requests for these addresses. @returns a function that releases them */
export async function holdBack(
  page: Page,
  addresses: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    if (isHeld(route.request())) await promise;
    await route.continue();
  });
  return resolve;
}
