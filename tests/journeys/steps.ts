import { randomInt } from "node:crypto";
import { expect, type Page, type Request, test as base } from "@playwright/test";

export { expect };

/**
 * A test whose page reports no error: a word in the console or a failed request of our own fails it. It is a client of
 * its own, so that the limits of one test are none of another's.
 */
export const test = base.extend<{ caused: RegExp; complaints: string[] }>({
  /** what the console says, and of which address, because the test itself made it so */
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
        // Chromium's own: on a slow machine it gives up a view transition between two documents, and the page just appears.
        if (!String(error).includes("Transition was aborted")) complaints.push(String(error));
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Types into home's search box and presses Enter, as one does with and without JavaScript. */
export async function search(page: Page, query: string) {
  await page.getByRole("main").getByRole("combobox").fill(query);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?q=/);
}

/** Waits until the page has hydrated after a sign of intent. */
export async function hydrated(page: Page) {
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/** The answers that were no success were these (Chromium itself reports each), and nothing else was complained about. */
export async function refused(complaints: string[], ...statuses: number[]) {
  const reported = () =>
    complaints.map(
      (complaint) => Number(/with a status of (\d+)/.exec(complaint)?.[1]) || complaint,
    );
  await expect.poll(reported).toEqual(statuses);
  complaints.splice(0);
}

/** Holds back the requests for these addresses. @returns lets them go */
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
