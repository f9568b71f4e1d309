// Undocumented details of React Router 8.4 and React 19.3 that we rely on. Check them after an update.

export const scrollStorageKey = "react-router-scroll-positions";

/** A page's data may contain this text, but JSON never ends with it. */
export const scrollScriptEnd = `("${scrollStorageKey}", null)`;

export const modulePreload = /<link rel="modulepreload"[^>]*>/gu;

export const framePreload = /<link rel="modulepreload" href="(\/assets\/frame-[^"]+)/u;

/** Imported statically instead, it comes with the modules before it (entry.client.tsx waits for them). */
export const entryImport = /\bimport\("([^"]+)"\)/u;

export const routerScript =
  /<script(?: type="module" async="")?>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/gu;

export const routerContext = {
  basename: "/",
  future: { unstable_enableNodeReadableStream: false, unstable_optimizeDeps: false },
  routeDiscovery: { mode: "initial" },
  ssr: true,
  isSpaMode: false,
};

export const contextScript = `window.__reactRouterContext = ${JSON.stringify(routerContext)};`;

declare global {
  interface Window {
    __reactRouterDataRouter?: { state: { navigation: { location?: { hash: string } } } };
  }
}

/** Needed because requests of loaders and middleware have no fragment. */
export function pendingHash(): string {
  const { __reactRouterDataRouter: router } = window;
  return router?.state.navigation.location?.hash ?? "";
}
