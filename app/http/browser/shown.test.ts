// The script reports a view once the page is shown (RULES.md 3.1, 3.3).
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";

const script = readFileSync(new URL("shown.js", import.meta.url), "utf8");

/** @returns what the page sent when it was opened, and once it is shown */
function reports({ type = "navigate", timing = ["uncounted"], prerendering = false }) {
  const sendBeacon = vi.fn<(path: string, body: URLSearchParams) => void>();
  const document = Object.assign(new EventTarget(), { prerendering });
  runInNewContext(script, {
    document,
    location: { pathname: "/es/perfume/creed-aventus-3" },
    navigator: { sendBeacon },
    performance: {
      getEntriesByType: () => [{ type, serverTiming: timing.map((name) => ({ name })) }],
    },
    URLSearchParams,
  });
  const sent = () => sendBeacon.mock.calls.map(([path, body]) => `${path}?${body}`);
  const before = sent();
  document.dispatchEvent(new Event("prerenderingchange"));
  return [before, sent()];
}

const view = ["/viewed?perfume=3"];

test.each([
  ["a page from a cache", {}, [view, view]],
  ["a prerendered page", { prerendering: true }, [[], view]],
  ["a page that was counted", { timing: [] }, [[], []]],
  ["a reloaded page", { type: "reload" }, [[], []]],
  ["a page gone back to", { type: "back_forward" }, [[], []]],
])("%s reports its view if it must, and not before it is shown", (_, page, expected) => {
  expect(reports(page)).toEqual(expected);
});
