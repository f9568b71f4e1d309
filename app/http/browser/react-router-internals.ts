// What we rely on in React Router 8.4 and React 19.3 that neither documents. Look here when one of them is updated.

/** The key of sessionStorage under which <ScrollRestoration> remembers positions (its SCROLL_RESTORATION_STORAGE_KEY). */
export const scrollStorageKey = "react-router-scroll-positions";

/** How the script of <ScrollRestoration> ends. The page's data may say the same inside, never at the end: they are JSON. */
export const scrollScriptEnd = `("${scrollStorageKey}", null)`;

/** The <link> by which React preloads a module script, as renderToString writes it. */
export const modulePreload = /<link rel="modulepreload"[^>]*>/gu;

/** A script of <Scripts> or <ScrollRestoration>, as renderToString writes it; the first group is its text. */
export const routerScript =
  /<script(?: type="module" async="")?>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/gu;

/** What the first script of <Scripts> tells the router in the browser: of our configuration, the same on every page. */
export const routerContext = {
  basename: "/",
  future: { unstable_enableNodeReadableStream: false, unstable_optimizeDeps: false },
  routeDiscovery: { mode: "initial" },
  ssr: true,
  isSpaMode: false,
};

/** How that script begins. */
export const contextScript = `window.__reactRouterContext = ${JSON.stringify(routerContext)};`;

/** @returns the fragment of the address that the router navigates to; the requests of loaders and middleware have none */
export function pendingHash(): string {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter?: { state: { navigation: { location?: { hash: string } } } };
  };
  return router?.state.navigation.location?.hash ?? "";
}
