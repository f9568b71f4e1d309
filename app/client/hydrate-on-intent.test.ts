import { expect, test } from "vitest";
import { handoffScript } from "./handoff.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";
import { contextScript, scrollStorageKey } from "./react-router-internals.ts";

test("the data of a page reach the browser, whatever a visitor wrote into them", () => {
  for (const written of [scrollStorageKey, contextScript, `("${scrollStorageKey}")`]) {
    const data = handoffScript(JSON.stringify([{ _1: 2 }, "query", written]));
    const { html, scripts } = hydrateOnIntent("<head></head><body>", data, false);
    expect(html.join("")).toContain(JSON.stringify({ query: written }));
    expect(scripts.join()).toContain(JSON.stringify({ query: written }));
  }
});
