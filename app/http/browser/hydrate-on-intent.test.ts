import { expect, test } from "vitest";
import { handoffScript } from "./handoff.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";
import { contextScript, scrollStorageKey } from "./react-router-internals.ts";

test("what is typed never becomes an address that a page's scripts import", () => {
  const typed = "<title>/assets/frame-x</title>";
  const preload = '<link rel="modulepreload" href="/assets/frame-own.js"/>';
  const router = '<script type="module" async="">import "/assets/root.js";</script>';
  const importsOf = (head: string) =>
    hydrateOnIntent(`<head>${head}</head><body>${router}`, "", false).scripts[2];
  expect(importsOf(typed)).toBe('import"/assets/root.js";\n');
  expect(importsOf(typed + preload)).toBe(
    'import"/assets/frame-own.js";import"/assets/root.js";\n',
  );
});

test("a page's data reaches the browser intact, whatever visitors typed", async () => {
  for (const written of [scrollStorageKey, contextScript, `("${scrollStorageKey}")`]) {
    const context = { loaderData: { query: written }, actionData: null, errors: null };
    const data = await handoffScript(context as never, () => Promise.reject(new Error("plain")));
    const { html, scripts } = hydrateOnIntent("<head></head><body>", data, false);
    expect(html.join("")).toContain(JSON.stringify({ query: written }));
    expect(scripts.join()).toContain(JSON.stringify({ query: written }));
  }
});
