import { useSyncExternalStore } from "react";

/** @returns whether the document is hydrated: false on the server and during hydration. For effects. */
export const isHydrated = (): boolean =>
  !import.meta.env.SSR && document.documentElement.dataset.hydrated !== undefined;

/** @returns false on the server and during hydration, which must render the same; true afterwards. For rendering. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);

const never = () => () => {};
const yes = () => true;
const no = () => false;
