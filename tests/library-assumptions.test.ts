// Assumptions about the internals of our libraries. When an upgrade breaks a test, it says where to look.
// `react-router` and `@react-router/*` are pinned together. `remix-auth-google` is a fork, because the original does not
// load with remix-auth 4. zod stays at 4.5.4: conform cannot read lengths and patterns from later versions.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { runInNewContext } from "node:vm";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  matchRoutes,
  type RouteObject,
  ServerRouter,
  UNSAFE_decodeViaTurboStream as decodeViaTurboStream,
} from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { handoffScript, receiveData } from "#app/http/browser/handoff.ts";
import { hydrateOnIntent } from "#app/http/browser/hydrate-on-intent.ts";
import routes from "#app/routes.ts";
import { freePort } from "./support/free-port.ts";
import { createSmallRouter } from "./support/small-router.ts";
import { eventually } from "./support/eventually.ts";

const url = "http://site.test/";
const pageOf = async (router: ReturnType<typeof createSmallRouter>) =>
  (await router(new Request(url))).text();
/** The page as the site renders it, without the data that the router streams. */
const rendered = () =>
  pageOf(
    createSmallRouter((handedOver, url) => {
      const context = { ...handedOver, serverHandoffStream: undefined };
      return renderToString(createElement(ServerRouter, { context, url }));
    }),
  );

const shared = { nombre: "Ünïcode </script> \u2028", deep: [[], {}, [null, false, 0, ""]] };

test.each([
  ["plain data", { list: [shared, shared, 1.5, -3], none: null, _1: { "": "empty key" } }, true],
  ["names of Object's", { constructor: 1, toString: [2] }, true],
  ["a text", "loaded", true],
  ["nothing", null, true],
  ["a date", { at: new Date(0) }, false],
  ["an undefined key", { no: undefined }, true],
  ["an undefined entry", [undefined], false],
  ["no number", [NaN], false],
  ["a long list", { cards: Array.from({ length: 9 }, (_, i) => ({ id: i, foto: null })) }, true],
])("%s that a loader returns arrives in the browser as it was", async (_, loaded, isPlain) => {
  const look = "React Router hands data over in another way: see app/http/browser/handoff.ts";
  let script = "";
  const render = async ({ staticHandlerContext, serverHandoffStream }: EntryContext) => {
    const encoded = () => text(serverHandoffStream! as never);
    script = await handoffScript(staticHandlerContext, encoded);
    return "page";
  };
  await createSmallRouter(render, { loaded })(new Request(url));
  const window: { __reactRouterContext?: { stream?: ReadableStream<Uint8Array> } } = {};
  runInNewContext(script.replace(/^<script>|<\/script>$/gu, ""), { window });
  receiveData(window);
  const { __reactRouterContext: context } = window;
  const { value } = await decodeViaTurboStream(context!.stream!, globalThis as never);
  expect(value, look).toEqual({ loaderData: { root: loaded }, actionData: null, errors: null });
  expect(!script.startsWith('<script>window.loaded="'), look).toBe(isPlain);
});

test("the router writes scripts and preload links as hydrateOnIntent expects", async () => {
  const html = await rendered();
  const look =
    "React or React Router writes its elements in another way: see app/http/browser/hydrate-on-intent.ts";
  const [head = "", body = ""] = html.split("</head>");
  // The links are in the head, and begin with their rel.
  expect(head.match(/<link [^>]*>/gu), look).toEqual([
    '<link rel="modulepreload" href="/manifest.js"/>',
    '<link rel="modulepreload" href="/entry.js"/>',
    '<link rel="modulepreload" href="/imported.js"/>',
    '<link rel="modulepreload" href="/root.js"/>',
  ]);
  // One script of ScrollRestoration, two of Scripts, and nothing but scripts after the first of them.
  expect(body.match(/<script\b[^>]*>/gu), look).toEqual([
    "<script>",
    "<script>",
    '<script type="module" async="">',
  ]);
  expect(body.replace(/<script\b.*?<\/script>/gsu, ""), look).toBe("<body></body></html>");
});

test("hydrateOnIntent leaves no router script that runs automatically", async () => {
  const look =
    "hydrateOnIntent no longer finds the scripts of React Router: see app/http/browser/hydrate-on-intent.ts";
  const { html } = hydrateOnIntent((await rendered()).replace("</body></html>", ""), "", false);
  expect(html.join("").match(/<script\b[^>]*>/gu), look).toEqual([
    '<script type="text/plain">',
    '<script type="text/plain">',
    '<script type="text/plain">',
    '<script type="speculationrules">',
    "<script>",
  ]);
  expect(html.join(""), look).not.toContain('<link rel="modulepreload"');
  // The entry is imported with the others.
  expect(html.join(""), look).toContain('import"/entry.js";');
});

test("the router remembers scroll positions under react-router-scroll-positions by the key of history.state", async () => {
  const look =
    "React Router keeps scroll positions elsewhere: see keepScroll in app/entry.client.tsx and app/http/browser/hydrate-on-intent.ts";
  const script = (await rendered()).match(/<script>(.*?)<\/script>/su)?.[1];
  expect(script, look).toMatch(/\("react-router-scroll-positions", null\)$/u);
  expect(script, look).toContain("window.history.state.key");
  expect(script, look).toContain('JSON.parse(sessionStorage.getItem(storageKey) || "{}")');
});

test('allowedActionOrigins ["**"] lets an action through whose Origin is another, and without it the router refuses', async () => {
  vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const act = async (allowed: string[], origin: string) => {
    const router = createSmallRouter(() => "page", { allowedActionOrigins: allowed });
    const request = new Request(url, {
      method: "POST",
      headers: { Origin: origin },
      body: new URLSearchParams(),
    });
    return (await router(request)).status;
  };
  const look =
    "React Router checks a form's origin in another way: see app/http/router.ts and app/http/middleware/same-origin.ts";
  // Behind TLS, with a port, a name without dots, an IP address.
  for (const origin of [
    "https://site.test",
    "https://a.b.site.test:8443",
    "http://localhost",
    "http://[::1]:3000",
  ])
    expect([origin, await act(["**"], origin)], look).toEqual([origin, 200]);
  expect(await act([], "https://site.test"), look).toBe(400);
});

/** The files of the routes that match an address. */
const matched = (all: unknown, path: string) =>
  matchRoutes(all as RouteObject[], path)?.map(({ route }) => (route as { file?: string }).file);

test("the sitemaps' route wins over :lang? only with its index child", () => {
  const look =
    "React Router ranks routes in another way: see app/routes.ts and app/routes/sitemap/sitemap-parent.ts";
  const sitemap = ["routes/sitemap/sitemap-parent.ts", "routes/sitemap/sitemap-file.ts"];
  expect(matched(routes, "/sitemap-es-1.xml"), look).toEqual(sitemap);
  expect(matched(routes, "/es"), look).toEqual(["routes/in-language.tsx", "routes/home/home.tsx"]);
  const withoutIndex = routes.map((route) =>
    route.path === ":file.xml" ? { ...route, children: undefined } : route,
  );
  expect(
    matched(withoutIndex, "/sitemap-es-1.xml"),
    `The index child is needed no more. ${look}`,
  ).toEqual(["routes/in-language.tsx", "routes/home/home.tsx"]);
});

test("react-router-serve serves the build's `fetch`, no files from a missing folder, and logs with morgan's tiny", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sosia-serve-"));
  const build = join(folder, "build.js");
  const morgan = import.meta.resolve("morgan");
  writeFileSync(
    build,
    `import morgan from ${JSON.stringify(morgan)};
    morgan.format("tiny", (_, request) => "our line for " + request.url);
    export const fetch = (request) => new Response("fetch got " + new URL(request.url).pathname);
    export const assetsBuildDirectory = "build/none";
    export const publicPath = "/assets/";`,
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const port = await freePort();
  const serve = spawn(
    fileURLToPath(new URL("../node_modules/.bin/react-router-serve", import.meta.url)),
    [build],
    {
      env: { ...process.env, HOST: "127.0.0.1", PORT: String(port) },
    },
  );
  onTestFinished(() => void serve.kill("SIGKILL"));
  let log = "";
  serve.stdout.on("data", (text) => (log += text));
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await eventually(() => get("/"));
  const look = "react-router-serve works in another way: see app/start.ts";
  for (const path of ["/es", "/assets/a.js", "/assets/assets/a.js", "/.well-known/x"])
    expect(await get(path), look).toBe(`fetch got ${path}`);
  await eventually(() => expect(log, look).toContain("our line for /es\n"));
  expect(log.match(/\/es\b/gu), `${look}: the request is logged twice`).toHaveLength(1);
});
