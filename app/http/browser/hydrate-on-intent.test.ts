import { expect, test } from "vitest";
import { handoffScript } from "./handoff.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";
import { contextScript, scrollStorageKey } from "./react-router-internals.ts";

test("a page's data reaches the browser intact, whatever visitors typed", async () => {
  for (const written of [scrollStorageKey, contextScript, `("${scrollStorageKey}")`]) {
    const context = { loaderData: { query: written }, actionData: null, errors: null };
    const data = await handoffScript(context as never, () => Promise.reject(new Error("plain")));
    const { html, scripts } = hydrateOnIntent("<head></head><body>", data, false);
    expect(html.join("")).toContain(JSON.stringify({ query: written }));
    expect(scripts.join()).toContain(JSON.stringify({ query: written }));
  }
});
