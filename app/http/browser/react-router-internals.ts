// What we rely on in React Router 8.4 and React 19.3 that neither documents. Look here when one of them is updated.

export const scrollStorageKey = "react-router-scroll-positions";

/** The page's data may say the same inside, never at the end: they are JSON. */
export const scrollScriptEnd = `("${scrollStorageKey}", null)`;

export const modulePreload = /<link rel="modulepreload"[^>]*>/gu;

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

/** Requests of loaders and middleware have no fragment. */
export function pendingHash(): string {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter?: { state: { navigation: { location?: { hash: string } } } };
  };
  return router?.state.navigation.location?.hash ?? "";
}
