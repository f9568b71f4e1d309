import { useSyncExternalStore } from "react";

/** @returns whether the page has hydrate: false on the server, and while React takes over what came with the page */
export const isHydrated = (): boolean =>
  !import.meta.env.SSR && document.documentElement.dataset.hydrated !== undefined;

/**
 * @returns whether what asks is hydrated: false on the server and for what came with the page while React takes it over, as both
 *   have to render the same; true ever after
 */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);

const never = () => () => {};
const yes = () => true;
const no = () => false;
