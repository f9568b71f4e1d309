// What we rely on in React Router 8.4 and React 19.3 that neither documents. Look here when one of them is updated.

/** The key of sessionStorage under which <ScrollRestoration> remembers positions (its SCROLL_RESTORATION_STORAGE_KEY). */
export const scrollStorageKey = "react-router-scroll-positions";

/** The <link> by which React preloads a module script, as renderToString writes it. */
export const modulePreload = /<link rel="modulepreload"[^>]*>/gu;

/** A script of <Scripts> or <ScrollRestoration>, as renderToString writes it; the first group is its text. */
export const routerScript = /<script(?: type="module" async="")?>(.*?)<\/script>/gsu;

/** The script that passes the loaders' data, all of `EntryContext.serverHandoffStream`, as StreamTransfer writes it in pieces. */
export function handoffScript(data: string): string {
  const controller = "window.__reactRouterContext.streamController";
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script>${controller}.enqueue(${json});${controller}.close();</script>`;
}

/** @returns the fragment of the address that the router navigates to; the requests of loaders and middleware have none */
export function pendingHash(): string {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter?: { state: { navigation: { location?: { hash: string } } } };
  };
  return router?.state.navigation.location?.hash ?? "";
}
